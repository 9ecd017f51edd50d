import ArgumentParser
import FileProviderDomains
import FileProviderFUSE
import FileProviderMounting
import FileProviderProgram
import Glibc
import LinuxSystem

/// `mount [--foreground] [-o OPTIONS] [SOURCE] MOUNTPOINT`
struct MountCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "mount", abstract: "Mount a domain; returns when the mount answers.",
    usage: "\(HostProgram.current.name) mount [--domain DOMAIN] [-fv] [-o OPTIONS] [SOURCE] MOUNTPOINT",
    discussion: """
      SOURCE is a domain, as for mount(8). For root it may also be a user's home directory, followed by :DOMAIN for a domain other than the default \
      one. The source domain must exist.
      """)

  @OptionGroup var domain: DomainOptions
  @Option(
    name: .customLong("author"), help: "Author recorded for changes made through the mount, in reverse-domain notation."
  ) var author: String?
  @Flag(
    name: [.customShort("f"), .customLong("foreground")], help: "Stay in the foreground until unmounted or interrupted."
  )
  var isForeground = false
  @Flag(name: .customLong("trace-enumerators"), help: "Print every enumerator call (requires --foreground).")
  var tracesEnumerators = false
  @Flag(
    name: .customLong("no-restart"),
    help: """
      Do not mount again when the process that serves the mount dies. Without this option, a small background process mounts again after 1 s, then \
      2, 4 … 60 s, until the mount is unmounted. Implied by --foreground.
      """)
  var staysDead = false
  @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Print what is mounted where, and log more detail.")
  var isVerbose = false
  @Flag(
    name: .customLong("rm-to-trash"),
    help: "Move deleted items to the trash, except those in the trash (-o rm_to_trash).")
  var removesToTrash = false
  @Option(
    name: .customLong("cache-size"),
    help: ArgumentHelp(
      "Limit the content cache to this size, instead of the domain's setting (-o cache_size=SIZE).",
      valueName: "SIZE"))
  var cacheSize: String?
  @Option(
    name: .customShort("o"), parsing: .singleValue,
    help: ArgumentHelp(
      """
      ro, allow_other, default_permissions, nonempty, show_fileprovider, rm_to_trash, cache_size=SIZE, no_download=PROGRAM[:PROGRAM]… (programs for \
      which no contents are downloaded, instead of the usual indexers and thumbnailers), others_fetch (other users may download contents), \
      passthrough (root: the kernel reads and writes large documents of a local domain itself), \
      readers=N (how many threads read requests at the same time, 1 to 16; one for each processor, at most 4), \
      refresh=AGE (when a folder is opened, list it again if its listing is older than this, such as 30s; or off), fsname=NAME, subtype=NAME, user=NAME (root: the domain's \
      owner), remount (root, with ro or rw), suid, dev, exec, nosuid, nodev, noexec, noatime, sync, dirsync; options that only matter in /etc/fstab (nofail, user, x-…) are ignored.
      """, valueName: "options"), completion: Candidates.mountOptions)
  var options: [String] = []
  /// Given to the process that serves in the background, with --foreground, and to its supervisor, without; see `BackgroundMount`.
  @Option(name: .customLong("ready-descriptor"), help: .hidden) var readyDescriptor: Int32?
  /// Given by a supervisor to the process that it starts.
  @Option(name: .customLong("restarts"), help: .hidden) var restarts: Int?
  @Option(name: .customLong("supervisor"), help: .hidden) var supervisor: Int32?
  @Argument(
    help: ArgumentHelp("An optional source, then an empty directory to mount on.", valueName: "mountpoint"),
    completion: .directory)
  var places: [String]

  var watchesSignals: Bool { isForeground }

  func validate() throws {
    guard (1...2).contains(places.count) else {
      throw ValidationError("mount requires one mount point, and takes at most one source")
    }
    guard places.count == 1 || domain.name == nil else {
      throw ValidationError("a source and --domain cannot be combined")
    }
    if let author { try AuthorOptions.refuseReserved(author) }
    if tracesEnumerators && !isForeground { throw ValidationError("--trace-enumerators requires --foreground") }
  }

  func run() throws {
    let place = try MountpointPath(places[places.count - 1])
    if let remounting = try Remounting(options) { return try remounting.run(on: place) }
    let source = try MountSource(places.count == 2 ? places[0] : nil, options: options)
    let name = try DomainName(domain.name ?? source.domain ?? HostProgram.current.defaultDomain)
    try source.enter()
    try MountIdentity.take(for: name)
    if source.account != nil || places.count == 2 { try source.check(name) }
    let options = options + (removesToTrash ? ["rm_to_trash"] : []) + (cacheSize.map { ["cache_size=" + $0] } ?? [])
    // Not for fusermount3, which libfuse starts.
    if let readyDescriptor { _ = fcntl(readyDescriptor, F_SETFD, FD_CLOEXEC) }
    if !isForeground {
      let mount = BackgroundMount(
        domain: name, mountpoint: place, options: options, author: author, isVerbose: isVerbose)
      if let readyDescriptor {
        var supervisor = try MountSupervisor(mount)
        return try supervisor.run(ready: readyDescriptor)
      }
      try mount.start(isSupervised: !staysDead)
      if isVerbose { Console.say("domain “\(name)” is mounted on \(place.path)") }
      return
    }
    let service = MountService(
      domain: name, mountpoint: place, options: try systemOptions(name, options), tracesEnumerators: tracesEnumerators,
      isVerbose: isVerbose, supervisor: supervisor, restarts: restarts ?? 0)
    try service.run(ready: readyDescriptor)
  }

  private func systemOptions(_ domain: DomainName, _ given: [String]) throws -> MountOptions {
    do {
      var options = try MountOptions(given.joined(separator: ","))
      if options.sourceName == MountOptions().sourceName { options.sourceName = domain.string }
      options.author = author ?? "org.openfileprovider.mount.\(Environment.hostName)"
      return options
    } catch { throw CommandFailure("mount", error) }
  }
}
