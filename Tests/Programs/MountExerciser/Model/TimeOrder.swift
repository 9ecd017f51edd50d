/// How times and numbers of the nodes moved in one step: on a mount as in a plain directory.
struct TimeOrder {
  /// Whether the plain directory's clock ticks between two changes that somebody looked at. It does since Linux 6.13.
  let plainClockIsFine: Bool

  func differences(mounted: (Snapshot, Snapshot), plain: (Snapshot, Snapshot)) -> [String] {
    var lines: [String] = []
    for (path, mine) in mounted.1.nodes {
      guard let mineBefore = mounted.0.nodes[path], let other = plain.1.nodes[path],
        let otherBefore = plain.0.nodes[path]
      else { continue }
      let stayed = (mine.inode == mineBefore.inode, other.inode == otherBefore.inode)
      if stayed.0 != stayed.1 {
        lines.append("“\(path)”: \(stayed.0 ? "the same node on the mount only" : "another node on the mount only")")
      }
      guard stayed == (true, true), !KnownDifferences.isFreeOfTimes(other) else { continue }
      check("mtime", (mineBefore.modified, mine.modified), (otherBefore.modified, other.modified), path, &lines)
      check("ctime", (mineBefore.changed, mine.changed), (otherBefore.changed, other.changed), path, &lines)
    }
    return lines.sorted()
  }

  private func check(_ name: String, _ mine: (Int, Int), _ other: (Int, Int), _ path: String, _ lines: inout [String]) {
    let (mounted, plain) = (Direction(mine), Direction(other))
    if mounted == plain { return }
    if !plainClockIsFine && plain == .stayed && mounted == .later { return }
    lines.append("“\(path)”: \(name) \(mounted) on the mount (\(mine.0) → \(mine.1)), \(plain) in the plain directory")
  }

  private enum Direction {
    case earlier, stayed, later

    init(_ times: (Int, Int)) { self = times.1 == times.0 ? .stayed : times.1 > times.0 ? .later : .earlier }
  }
}
