// What a file system knows. Apple: Uniform Type Identifiers / System-declared uniform type identifiers.
extension UTType {
  /// A folder, volume, package or bundle: `public.directory`.
  public static let directory = UTType(known: "public.directory")
  /// A folder that people browse: `public.folder`.
  public static let folder = UTType(known: "public.folder")
  /// A volume: `public.volume`.
  public static let volume = UTType(known: "public.volume")
  /// A place where a volume is attached: `com.apple.mount-point`.
  public static let mountPoint = UTType(known: "com.apple.mount-point")
  /// A symbolic link: `public.symlink`.
  public static let symbolicLink = UTType(known: "public.symlink")
  /// An alias file: `com.apple.alias-file`.
  public static let aliasFile = UTType(known: "com.apple.alias-file")
  /// A folder that is shown as one document: `com.apple.package`.
  public static let package = UTType(known: "com.apple.package")
  /// A folder with a fixed structure: `com.apple.bundle`.
  public static let bundle = UTType(known: "com.apple.bundle")
  /// A plug-in: `com.apple.plugin`.
  public static let pluginBundle = UTType(known: "com.apple.plugin")
  /// A framework: `com.apple.framework`.
  public static let framework = UTType(known: "com.apple.framework")
  /// A service of an application: `com.apple.xpc-service`.
  public static let xpcService = UTType(known: "com.apple.xpc-service")
  /// An application: `com.apple.application`.
  public static let application = UTType(known: "com.apple.application")
  /// An application in a bundle: `com.apple.application-bundle`.
  public static let applicationBundle = UTType(known: "com.apple.application-bundle")
  /// An extension of an application: `com.apple.application-and-system-extension`.
  public static let applicationExtension = UTType(known: "com.apple.application-and-system-extension")
  /// A program: `public.executable`.
  public static let executable = UTType(known: "public.executable")
  /// A program of this system: `public.unix-executable`.
  public static let unixExecutable = UTType(known: "public.unix-executable")
  /// A Windows program: `com.microsoft.windows-executable`.
  public static let exe = UTType(known: "com.microsoft.windows-executable")
  /// An address in a file: `com.apple.internet-location`.
  public static let internetLocation = UTType(known: "com.apple.internet-location")
  /// A Windows address file: `com.microsoft.internet-shortcut`.
  public static let internetShortcut = UTType(known: "com.microsoft.internet-shortcut")
}
