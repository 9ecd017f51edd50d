// Many items in one. Apple: Uniform Type Identifiers / System-declared uniform type identifiers.
extension UTType {
  /// An archive: `public.archive`.
  public static let archive = UTType(known: "public.archive")
  /// A ZIP archive: `public.zip-archive`.
  public static let zip = UTType(known: "public.zip-archive")
  /// A gzip archive: `org.gnu.gnu-zip-archive`.
  public static let gzip = UTType(known: "org.gnu.gnu-zip-archive")
  /// A bzip2 archive: `public.bzip2-archive`.
  public static let bz2 = UTType(known: "public.bzip2-archive")
  /// A tar archive: `public.tar-archive`.
  public static let tarArchive = UTType(known: "public.tar-archive")
  /// An Apple archive: `com.apple.archive`.
  public static let appleArchive = UTType(known: "com.apple.archive")
  /// A disk image: `public.disk-image`.
  public static let diskImage = UTType(known: "public.disk-image")
}
