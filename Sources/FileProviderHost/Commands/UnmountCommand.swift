import ArgumentParser
import FileProviderFUSE
import Glibc

/// `unmount MOUNTPOINT`
struct UnmountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unmount", abstract: "End a mount.", aliases: ["umount"])

  @Flag(name: .customLong("lazy"), help: "Out of the tree now, gone when nobody uses it any more.") var isLazy = false
  @Argument(help: "The mount point.", completion: .directory) var mountpoint: String

  func run() throws {
    let notOurs = CommandFailure(mountpoint, "this is not one of our mounts", status: .unavailable)
    let place = try Mountpoint(mountpoint, orElse: { notOurs })
    guard MountTable.all().contains(where: { $0.mountpoint == place.path }) else { throw notOurs }
    let note = MountRegistry.notes().last { $0.mountpoint == place.path }
    let isDeserted = MountRegistry.isDeserted(place.path)
    // Programs may wait for ever for the process that died.
    if isDeserted { DeadMount.endConnection(at: place.path) }
    if let reason = Unmounting.unmount(place.path, isLazy: isLazy || isDeserted) {
      throw CommandFailure(mountpoint, "it cannot be unmounted: \(reason)", remedy: "close what uses it, or use --lazy")
    }
    guard let note, !isLazy else { return }
    // The serving process has still to close its store: whoever mounts again at once would find it there.
    for _ in 0..<500 {
      guard MountRegistry.notes().contains(note) else { return }
      usleep(10_000)
    }
  }
}
