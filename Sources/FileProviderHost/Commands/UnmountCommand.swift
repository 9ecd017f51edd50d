import ArgumentParser
import FileProviderDomains
import FileProviderFUSE
import FileProviderMounting
import FileProviderProgram
import Glibc
import LinuxSystem

/// `unmount [-l] MOUNTPOINT…|--all`
struct UnmountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unmount", abstract: "Unmount domains.", aliases: ["umount"])

  @Flag(name: [.customShort("l"), .customLong("lazy")], help: "Detach now, and finish when no longer busy.")
  var isLazy =
    false
  @Flag(name: [.customShort("a"), .customLong("all")], help: "Unmount all mounts of this user.") var isAll = false
  @Argument(
    help: ArgumentHelp("The mount points to unmount.", valueName: "mountpoint"), completion: Candidates.mountpoints)
  var mountpoints: [String] = []

  func validate() throws {
    guard isAll != !mountpoints.isEmpty else {
      throw ValidationError("missing operand: unmount requires mount points or --all")
    }
  }

  func run() throws {
    let all = isAll ? MountTable.all().filter { $0.user == getuid() }.map(\.mountpoint).reversed() : []
    var worst: ExitStatus?
    for mountpoint in mountpoints + all {
      do { try Self.unmount(mountpoint, isLazy: isLazy) } catch {
        let failure = CommandFailure(mountpoint, error)
        Console.fail(failure)
        worst = max(worst ?? failure.status, failure.status)
      }
    }
    if let worst { throw CommandEnd(status: worst) }
  }

  /// Unmounts, and waits until the process that served the mount has closed its store.
  static func unmount(_ mountpoint: String, isLazy: Bool) throws {
    let notOurs = CommandFailure(mountpoint, "not a fileprovider mount", status: .unavailable)
    let place = try MountpointPath(mountpoint, orElse: { notOurs })
    func isMounted() -> Bool { MountTable.all().contains { $0.mountpoint == place.path } }
    // A dead one may be about to be mounted again, and may be missing in the table now.
    let dead = MountRegistry.deserted().last { $0.mountpoint == place.path }
    dead?.endSupervision()
    guard isMounted() else {
      if dead?.supervisor != nil { return }
      throw notOurs
    }
    let note = MountRegistry.notes().last { $0.mountpoint == place.path }
    let hasNoServer = MountRegistry.isDeserted(place.path)
    // Programs may wait for ever for the process that has died.
    if hasNoServer { DeadMount.endConnection(at: place.path) }
    if let reason = Unmounting.unmount(place.path, isLazy: isLazy || hasNoServer) {
      throw CommandFailure(
        mountpoint, "cannot unmount: \(reason)", remedy: "close the files that are open on it, or use --lazy")
    }
    guard let note, !isLazy else { return }
    // The serving process still has to close its store: what follows at once would find it in use.
    _ = Deadline.after(.seconds(5)).ask(every: .milliseconds(10)) { note.isGone }
    // It may have died just before it was unmounted.
    note.endSupervision()
  }
}
