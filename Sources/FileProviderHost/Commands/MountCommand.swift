import ArgumentParser
import FileProviderFUSE

/// `mount [--foreground] [-o OPTIONS] MOUNTPOINT`
struct MountCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "mount", abstract: "Show a domain as a folder tree; returns when the mount answers.")

  @OptionGroup var domain: DomainOptions
  @Option(name: .customLong("author"), help: "Author recorded for changes made through the mount.") var author: String?
  @Flag(name: [.customShort("f"), .customLong("foreground")], help: "Stay until unmounted or interrupted.")
  var isForeground = false
  @Flag(name: .customLong("trace-enumerators"), help: "Print every call of an enumerator (with --foreground).")
  var tracesEnumerators = false
  @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Log more.") var isVerbose = false
  @Flag(name: .customLong("rm-to-trash"), help: "Deleting on the mount trashes, except in the trash (-o rm_to_trash).")
  var removesToTrash = false
  @Option(
    name: .customShort("o"), parsing: .singleValue,
    help: ArgumentHelp(
      """
      ro, allow_other, default_permissions, nonempty, show_fileprovider, rm_to_trash, fsname=NAME, subtype=NAME, nosuid, nodev, noexec, \
      noatime, sync, dirsync; those for /etc/fstab alone (nofail, user, x-…) are taken, too.
      """, valueName: "options"))
  var options: [String] = []
  @Option(name: .customLong("ready-descriptor"), help: .hidden) var readyDescriptor: Int32?
  @Argument(help: "An empty directory.", completion: .directory) var mountpoint: String

  var watchesSignals: Bool { isForeground }
  var servesProvider: Bool { isForeground }

  func validate() throws {
    if tracesEnumerators && !isForeground { throw ValidationError("--trace-enumerators wants --foreground") }
  }

  func run() throws {
    let name = try DomainName(domain.name ?? HostProgram.current.defaultDomain)
    let place = try Mountpoint(mountpoint)
    let options = options + (removesToTrash ? ["rm_to_trash"] : [])
    if !isForeground {
      try BackgroundMount(
        domain: name, mountpoint: place, options: options, author: author, isVerbose: isVerbose
      ).start()
      return
    }
    let service = MountService(
      domain: name, mountpoint: place, options: try systemOptions(name, options), tracesEnumerators: tracesEnumerators,
      isVerbose: isVerbose)
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
