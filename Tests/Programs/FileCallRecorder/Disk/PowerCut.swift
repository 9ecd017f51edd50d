import Foundation
import Glibc
import TestSupport

/// Makes a folder of what a disk has when the power goes.
struct PowerCut {
  /// How much of what is not certain is there.
  enum Share: CaseIterable {
    case nothing, everything, beginning, allButOne, any
  }

  private var generator: SeededGenerator
  /// Of all files the same; `nil` when each has its own.
  private let share: Share?
  /// What is there of what was not certain, for whoever wants to know.
  private(set) var choices: [String] = []

  init(seed: UInt64, share: Share? = nil) {
    generator = SeededGenerator(seed: seed)
    self.share = share
  }

  mutating func write(_ disk: RecordedDisk, to path: String) {
    let (certain, all) = (disk.certainNames, disk.names)
    let names =
      switch share ?? generator.pick(Share.allCases) {
      case .nothing: certain
      case .everything: all
      default: Int.random(in: certain...all, using: &generator)
      }
    if certain < all { choices.append("\(names - certain) of \(all - certain) names") }
    write(disk.root, names: names, to: path)
  }

  private mutating func write(_ node: RecordedNode, names: Int, to path: String) {
    guard node.isFolder else { return writeFile(node, to: path) }
    mkdir(path, 0o700)
    for (name, entry) in node.entries(upTo: names).sorted(by: { $0.key < $1.key }) {
      write(entry, names: names, to: "\(path)/\(name)")
    }
  }

  private mutating func writeFile(_ node: RecordedNode, to path: String) {
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(file >= 0, "cannot make \(path)")
    defer { close(file) }
    for change in node.changes.prefix(node.certain) { apply(change, to: file, isTorn: false) }
    let rest = Array(node.changes.dropFirst(node.certain))
    guard !rest.isEmpty else { return }
    let share = share ?? generator.pick(Share.allCases)
    var kept = keep(rest.count, share)
    // What follows a truncation that is not there is not there either.
    if let lost = rest.indices.first(where: { rest[$0].isTruncation && !kept[$0] }) {
      for index in lost..<rest.count { kept[index] = false }
    }
    choices.append("\((path as NSString).lastPathComponent): \(share), \(kept.count { $0 }) of \(rest.count) changes")
    for (change, isKept) in zip(rest, kept) where isKept { apply(change, to: file, isTorn: share == .any) }
  }

  private mutating func keep(_ count: Int, _ share: Share) -> [Bool] {
    let (end, lost) = (Int.random(in: 0...count, using: &generator), generator.below(count))
    return (0..<count).map { index in
      switch share {
      case .nothing: false
      case .everything: true
      case .beginning: index < end
      case .allButOne: index != lost
      case .any: generator.oneIn(2)
      }
    }
  }

  private mutating func apply(_ change: RecordedNode.Change, to file: Int32, isTorn: Bool) {
    switch change {
    case .truncate(let size): ftruncate(file, off_t(size))
    case .allocate(let end):
      if lseek(file, 0, SEEK_END) < end { ftruncate(file, off_t(end)) }
    case .write(let offset, let bytes):
      guard isTorn && generator.oneIn(2) else { return write(bytes[...], at: offset, to: file) }
      for sector in Self.sectors(offset, bytes) where !generator.oneIn(3) {
        write(sector.bytes, at: sector.offset, to: file)
      }
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>, at offset: Int64, to file: Int32) {
    let count = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(offset)) }
    precondition(count == bytes.count, "cannot write what a disk had")
  }

  /// The parts of a write that a disk makes whole.
  private static func sectors(_ offset: Int64, _ bytes: [UInt8]) -> [(offset: Int64, bytes: ArraySlice<UInt8>)] {
    var sectors: [(offset: Int64, bytes: ArraySlice<UInt8>)] = []
    var position = 0
    while position < bytes.count {
      let end = min(bytes.count, position + 512 - Int((offset + Int64(position)) % 512))
      sectors.append((offset + Int64(position), bytes[position..<end]))
      position = end
    }
    return sectors
  }
}
