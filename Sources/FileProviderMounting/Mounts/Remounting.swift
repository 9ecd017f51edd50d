import FileProviderDomains
import FileProviderProgram
import Glibc

/// `mount -o remount,ro` and `remount,rw`: changes the options of a mount.
package struct Remounting {
  private let isReadOnly: Bool
  private let others: [String]

  /// - Returns: `nil` when no mount is to be changed.
  package init?(_ options: [String]) throws {
    let words = options.flatMap { $0.split(separator: ",").map(String.init) }
    guard words.contains("remount") else { return nil }
    guard let last = words.last(where: { $0 == "ro" || $0 == "rw" }) else {
      throw CommandFailure(
        "remount", "only “ro” and “rw” can be changed", remedy: "unmount and mount again", status: .usage)
    }
    isReadOnly = last == "ro"
    others = words.filter { !["remount", "ro", "rw", "defaults"].contains($0) }
  }

  package func run(on place: MountpointPath) throws {
    guard let entry = MountTable.all().last(where: { $0.mountpoint == place.path }) else {
      throw CommandFailure(place.given, "not a fileprovider mount", status: .unavailable)
    }
    guard getuid() == 0 else {
      throw CommandFailure(place.given, "only root can remount", remedy: "unmount and mount again")
    }
    if !isReadOnly, MountRegistry.notes().last(where: { $0.mountpoint == place.path })?.isReadOnly == true {
      throw CommandFailure(
        place.given, "mounted read-only by a process that cannot write",
        remedy: "unmount and mount again")
    }
    let flags = Self.remount | (isReadOnly ? Self.readOnly : 0) | Self.flags(of: entry)
    guard Glibc.mount("none", place.path, nil, flags, nil) == 0 else {
      throw CommandFailure(
        place.given, System.reason(), remedy: errno == EBUSY ? "close the files that are open for writing" : nil)
    }
    // mount(8) names every option that the mount has.
    let present = Set(entry.options + entry.superOptions)
    let ignored = others.filter { !present.contains($0) }
    if !ignored.isEmpty {
      Console.say("\(place.given): only “ro” and “rw” can be changed; ignored \(ignored.joined(separator: ","))")
    }
  }

  // mount(2): its constants are an enumeration and macros.
  private static let readOnly: UInt = 1
  private static let remount: UInt = 32
  private static let kept: [String: UInt] = [
    "nosuid": 2, "nodev": 4, "noexec": 8, "sync": 16, "dirsync": 128, "noatime": 1024, "nodiratime": 2048,
    "relatime": 1 << 21,
  ]

  /// The mount's present flags, which it would lose otherwise.
  private static func flags(of entry: MountEntry) -> UInt { entry.options.reduce(0) { $0 | (kept[$1] ?? 0) } }
}
