import FileProviderFileSystem
import Foundation
import Glibc

/// The `-o` options of a mount.
public struct MountOptions: Sendable {
  public var isReadOnly = false
  public var allowsOthers = false
  /// Whether the mount point may have entries, which the mount then hides.
  public var allowsNonEmpty = false
  public var showsControlFolder = false
  /// Whether deleting moves to the trash, except in the trash.
  public var removesToTrash = false
  /// The limit of the content cache in bytes; `nil` for the domain's setting.
  public var cacheLimit: Int64?
  /// The programs for which no contents are downloaded; `nil` for the usual indexers and thumbnailers.
  public var nonDownloading: [String]?
  /// When folders are listed again that are opened.
  var refresh = RefreshPolicy.asProvider
  /// Whether other users who may use the mount cause downloads, too.
  public var fetchesForOthers = false
  /// Whether the kernel may read and write large documents of a local domain itself.
  public var passesThrough = false
  /// How many threads may read requests at the same time, while several programs ask: 1 to 16.
  public var readers = Self.usualReaders
  /// What `mount` and `df` show as the source.
  public var sourceName = "fileprovider"
  public var subtype = "fileprovider"
  /// Flags that are passed on to the system's mount.
  var systemOptions: [String] = []
  /// The author of changes through the mount.
  public var author = "org.openfileprovider.mount"

  public init() {}

  /// - Parameter list: Comma-separated options, as after `-o`; several lists may be given one after another.
  /// - Throws: `MountError` with the reason `badOption`.
  public init(_ list: String) throws(MountError) {
    self.init()
    for option in list.split(separator: ",") { try add(String(option)) }
  }

  private mutating func add(_ option: String) throws(MountError) {
    let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
    let name = parts.first ?? ""
    let value = parts.count > 1 ? parts[1] : nil
    switch name {
    case "ro": isReadOnly = true
    case "rw": isReadOnly = false
    case "allow_other": allowsOthers = true
    case "nonempty": allowsNonEmpty = true
    case "show_fileprovider": showsControlFolder = true
    case "rm_to_trash": removesToTrash = true
    case "fsname":
      guard let value, !value.isEmpty else { throw MountError(.badOption, "the option “fsname” requires a value") }
      sourceName = value
    case "subtype":
      guard let value, !value.isEmpty else { throw MountError(.badOption, "the option “subtype” requires a value") }
      subtype = value
    case "cache_size":
      guard let value, let bytes = ByteCount(value) else {
        throw MountError(.badOption, "the option “cache_size” requires a size such as 500M or 20G")
      }
      cacheLimit = bytes.rawValue
    case "readers":
      guard let count = value.flatMap(Int.init), 1...16 ~= count else {
        throw MountError(.badOption, "the option “readers” requires a number from 1 to 16")
      }
      readers = count
    case "refresh": refresh = try RefreshPolicy(option: value)
    case "passthrough": passesThrough = true
    case "others_fetch": fetchesForOthers = true
    case "no_download": nonDownloading = (value ?? "").split(separator: ":").map(String.init)
    case "nosuid", "nodev", "noexec", "noatime", "sync", "dirsync", "suid", "dev", "exec": systemOptions.append(name)
    case "auto_unmount":
      throw MountError(
        .badOption,
        "the option “auto_unmount” is not supported: a mount left by a killed process is detached by the next "
          + "“fileprovider mount” or “fileprovider unmount” there")
    case let name where Self.ignored.contains(name) || name.hasPrefix("x-") || name.hasPrefix("comment"): break
    default:
      throw MountError(
        .badOption, "unknown option “\(name)”; “fileprovider mount --help” lists the options")
    }
  }

  /// One for each processor. On two, with two programs that read at the same time, a document is opened and read in 35 µs and looked up in 10, with one
  /// thread in 79 and 24.
  private static let usualReaders = min(max(ProcessInfo.processInfo.activeProcessorCount, 1), 4)

  /// The options for users; those with a value have an equals sign.
  package static let words = [
    "allow_other", "cache_size=", "default_permissions", "dev", "dirsync", "exec", "fsname=", "no_download=",
    "noatime", "nodev", "noexec", "nonempty", "nosuid", "others_fetch", "passthrough", "readers=", "refresh=",
    "rm_to_trash", "ro",
    "rw", "show_fileprovider", "subtype=", "suid", "sync",
  ]

  /// Options that tools write into `/etc/fstab` for themselves, that always hold, or that mean nothing here.
  private static let ignored: Set<String> = [
    "defaults", "nofail", "_netdev", "user", "users", "nouser", "owner", "group", "auto",
    "noauto",
    "async", "atime", "relatime", "norelatime", "strictatime", "nostrictatime", "diratime",
    "nodiratime", "lazytime", "nolazytime", "silent", "loud", "mand", "nomand", "iversion", "noiversion", "remount",
    "default_permissions",
  ]

  /// Whether set-ID bits or device nodes are to be honoured; the last option on each counts.
  public var keepsPrivileges: Bool {
    systemOptions.last { $0.hasSuffix("suid") } == "suid" || systemOptions.last { $0.hasSuffix("dev") } == "dev"
  }

  /// The arguments for libfuse.
  var arguments: [String] {
    // The kernel checks permissions, always, also on a mount for one user. For root, too: a server of root's (`nfsd`, a
    // process that calls setfsuid(2)) acts in other users' names, and the kernel answers from its caches without asking
    // us.
    var options = ["fsname=\(Self.escaped(sourceName))", "subtype=\(Self.escaped(subtype))", "default_permissions"]
    if isReadOnly { options.append("ro") }
    if allowsOthers { options.append("allow_other") }
    return ["fileprovider", "-o", (options + systemOptions).joined(separator: ",")]
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing(",", with: "\\,")
  }

  var fileSystemOptions: FileSystemOptions {
    var options = FileSystemOptions()
    options.isReadOnly = isReadOnly
    options.showsControlFolder = showsControlFolder
    options.removesToTrash = removesToTrash
    options.author = author
    options.refresh = refresh
    options.fetchesForOthers = fetchesForOthers
    options.passesThrough = passesThrough
    if let nonDownloading { options.nonDownloading = NonDownloadingPrograms(nonDownloading) }
    return options
  }
}
