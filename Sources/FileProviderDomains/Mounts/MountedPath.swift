import FileProviderProgram
import FileProviderStore
import LinuxSystem

/// Resolves a path argument where there may be mounts of ours. It walks from component to component, as the kernel
/// does, with the store in place of the mount: a mount may hang, so no call is made at or below one.
struct MountedPath {
  /// Where a path ends.
  enum Place: Equatable {
    /// In a mount: the names from the root of its domain, without links. All names are spelled.
    case mounted(MountEntry, [String])
    /// Outside of all mounts: the names from the root of this machine.
    case machine([String])
  }

  /// What the walk asks.
  struct Sources {
    /// All mounts, as the kernel's table has them.
    var table: [MountEntry]
    /// The target of a symbolic link of this machine; `nil` for anything else.
    var machineLink: (String) -> [UInt8]?
    /// The same for an item in the domain of a mount.
    var mountedLink: (MountEntry, [String]) throws -> [UInt8]?
  }

  private let sources: Sources
  private var place: Place
  /// The components that are left, the next one last.
  private var pending: [Component] = []
  private var links = 0

  /// The most links that are followed, as in the kernel.
  private static let mostLinks = 40

  private struct Component {
    var name: String
    /// Whether the path was typed: then it is a spelling in a domain, but text on this machine, where a backslash is a
    /// backslash.
    var isText = false
    /// Whether this is the last component of the argument itself, which is not followed.
    var isLast = false
  }

  /// - Parameters:
  ///   - path: As it was given.
  ///   - isText: Whether it was given as text, and not as bytes.
  ///   - start: The absolute path of the directory that a relative path begins in, spelled.
  static func find(_ path: String, isText: Bool = false, from start: String, _ sources: Sources) throws -> Place {
    var walk = MountedPath(sources: sources, place: .machine([]))
    if !path.hasBytePrefix("/") { walk.place = walk.entered(start.pathNames) }
    walk.push(path.pathNames, isText: isText, isArgument: true)
    while let component = walk.pending.popLast() { try walk.step(component, path) }
    return walk.place
  }

  private init(sources: Sources, place: Place) {
    self.sources = sources
    self.place = place
  }

  private mutating func push(_ names: [String], isText: Bool = false, isArgument: Bool = false) {
    let last = names.lastIndex { $0 != "." }
    for (index, name) in names.enumerated().reversed() where name != "." {
      pending.append(Component(name: name, isText: isText, isLast: isArgument && index == last))
    }
  }

  private mutating func step(_ component: Component, _ path: String) throws {
    let name = component.name
    switch place {
    case .machine(let names):
      let name = component.isText ? String(spelling: name.utf8) : name
      if name == ".." { return place = entered(Array(names.dropLast())) }
      place = entered(names + [name])
      // The last component is followed only where it leads to a mount itself: any other target is not an item.
      guard case .machine = place, let target = sources.machineLink(text(names + [name])) else { return }
      guard component.isLast else { return try follow(target, from: .machine(names), path) }
      let found = try Self.find(String(spelling: target), from: text(names), sources)
      if case .mounted(let mount, let inner) = found, inner == mount.rootNames { place = found }
    case .mounted(let mount, let names):
      let inner = names.dropFirst(mount.rootNames.count)
      if name == ".." {
        // `..` leads out of the mount at its root.
        place =
          inner.isEmpty
          ? entered(Array(mount.names.dropLast())) : .mounted(mount, Array(names.dropLast()))
        return
      }
      let next = entered(mount.names + inner + [name])
      guard next == .mounted(mount, names + [name]), !component.isLast else { return place = next }
      guard let target = try sources.mountedLink(mount, names + [name]) else { return place = next }
      try follow(target, from: place, path)
    }
  }

  private mutating func follow(_ target: [UInt8], from folder: Place, _ path: String) throws {
    links += 1
    guard links <= Self.mostLinks else { throw CommandFailure(path, "too many levels of symbolic links") }
    let target = String(spelling: target)
    place = target.hasBytePrefix("/") ? .machine([]) : folder
    push(target.pathNames)
  }

  /// The place with these names from the root of this machine: in the mount that covers it, if that is ours.
  private func entered(_ names: [String]) -> Place {
    var covering: MountEntry?
    // The last mount on a place is the visible one; the deepest place wins.
    for mount in sources.table where names.starts(with: mount.names) {
      if mount.names.count >= covering?.names.count ?? 0 { covering = mount }
    }
    guard let covering, covering.isOurs else { return .machine(names) }
    return .mounted(covering, covering.rootNames + names.dropFirst(covering.names.count))
  }

  private func text(_ names: [String]) -> String { "/" + names.joined(separator: "/") }
}
