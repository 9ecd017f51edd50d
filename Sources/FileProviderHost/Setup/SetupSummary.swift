import FileProviderDomains
import FileProviderProgram

/// What `setup` prints at its end: what there is now, and the commands that come next.
struct SetupSummary {
  let domain: DomainName
  let mountpoint: String
  /// The units that mount it at login; `nil` if none do.
  let units: LoginUnits?

  func print() throws {
    let program = HostProgram.current.name
    let place = ShellWord.quoted(mountpoint)
    let name = ShellWord.quoted(domain.string)
    let next: [(String, String)] =
      [("look at its state", "\(program) status")]
      + (units.map { [("stop mounting it at login", $0.disabling)] }
        ?? [("mount it again", "\(program) mount --domain \(name) \(place)")])
      + [("unmount it", "\(program) unmount \(place)")]
    let width = next.map(\.0.count).max() ?? 0
    let writer = ByteWriter()
    try writer.append(
      "The domain “\(domain)” is mounted on \(Console.oneLine(mountpoint))\(units == nil ? "" : ", now and at each login").\n"
    )
    for (what, command) in next { try writer.append("  \(what.padded(to: width))  \(command)\n") }
    try writer.flush()
  }
}
