import FileProviderFileSystem
import FileProviderStore
import Foundation
import Glibc
import TestSupport

/// Programs that use a store: random calls, and what the store promises with each answer.
///
/// A promise about what is under way is noted before it is made: from then on it may be there or not.
final class StoreProgram {
  private let mount: StoreMount
  private var promise: Promise
  private var generator: SeededGenerator
  private var lastNumber: Int

  /// - Parameters:
  ///   - promise: Of a process that was killed.
  ///   - grouping: Whether changes may be acknowledged before they are committed.
  init(directory: URL, seed: UInt64, after promise: Promise?, grouping: Bool) throws {
    mount = try StoreMount(directory: directory, grouping: grouping)
    generator = SeededGenerator(seed: seed)
    lastNumber = Int(seed % 100_000) * 1000
    let names = try mount.documents()
    if let promise, Set(promise.documents.keys) != Set(names) { throw LostPromise() }
    self.promise = promise ?? Promise()
    for name in names where promise == nil { self.promise.documents[name] = .init(version: .init(number: 0, size: 0)) }
    try note()
  }

  /// What a process acknowledged went with it.
  struct LostPromise: Error {}

  private func note(isSynchronized: Bool = false) throws {
    promise.generation = try mount.generation()
    promise.isSynchronized = isSynchronized
    CallTrace.note(Array(try JSONEncoder().encode(promise)))
  }

  /// Does so many things.
  func act(_ count: Int) throws {
    for _ in 0..<count { try act() }
  }

  private func act() throws {
    let names = promise.documents.keys.sorted()
    guard names.count > 2 else { return try make("document \(newNumber())") }
    let name = generator.pick(names)
    switch generator.below(22) {
    case 0..<4: try make("document \(newNumber())")
    case 4..<8: try saveByRename(name)
    case 8..<10: try rewrite(name)
    case 10..<12: try append(name)
    case 12: try rename(name, to: "document \(newNumber())")
    case 13..<15: try remove(name)
    case 15..<17: try synchronize(name)
    case 17: try synchronizeStore()
    case 18: try fold()
    default: usleep(20_000)  // The clock itself is meant: what is done in the background has its turn.
    }
  }

  /// Ends as a mount does that is unmounted.
  func end() throws {
    try mount.end()
  }

  private func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private func size() -> Int { 1 + generator.below(generator.oneIn(3) ? 20_000 : 700) }
}

// MARK: What programs do

extension StoreProgram {
  private func make(_ name: String) throws {
    let file = try mount.create(name)
    let version = Promise.Version(number: newNumber(), size: size())
    promise.documents[name] = .init(version: version)
    try write(name, version, from: 0, to: file)
    try close(name, file)
  }

  /// As editors save: a new document takes the place of the old one.
  private func saveByRename(_ name: String) throws {
    // A power cut may have left one of the program before.
    let new = "\(name) \(newNumber()).tmp"
    try make(new)
    try rename(new, to: name)
  }

  /// As the shell writes: emptied, and written anew.
  private func rewrite(_ name: String) throws {
    guard let old = promise.documents[name] else { return }
    var document = Promise.Document(version: .init(number: newNumber(), size: 0))
    document.replace(old)
    promise.documents[name] = document
    try note()
    let file = try mount.open(name, O_WRONLY | O_TRUNC)
    try write(name, .init(number: document.version.number, size: size()), from: 0, to: file)
    try close(name, file)
  }

  private func append(_ name: String) throws {
    guard var document = promise.documents[name], document.version.number != 0 else { return }
    // What is there whole may be followed by a part of this.
    document.isWhole = false
    promise.documents[name] = document
    let (number, start) = (document.version.number, document.version.size)
    let file = try mount.open(name, O_WRONLY)
    try write(name, .init(number: number, size: start + size()), from: start, to: file)
    try close(name, file)
  }

  private func rename(_ name: String, to newName: String) throws {
    guard var document = promise.documents.removeValue(forKey: name) else { return }
    if let old = promise.documents[newName] { document.replace(old) }
    promise.documents[newName] = document
    try mount.rename(name, to: newName)
    try note()
  }

  private func remove(_ name: String) throws {
    try mount.remove(name)
    promise.documents[name] = nil
    try note()
  }

  private func synchronize(_ name: String) throws {
    let file = try mount.open(name, O_RDONLY)
    try synchronize(name, file)
    try mount.close(file)
  }

  private func synchronizeStore() throws {
    try mount.synchronize()
    try note(isSynchronized: true)
  }

  private func fold() throws {
    try mount.fold()
    try note()
  }

  /// Writes what a version has more than what was there: at once, or in two pieces, of which the first may be synchronized, or closed by another program.
  private func write(_ name: String, _ version: Promise.Version, from start: Int, to file: HandleNumber) throws {
    promise.documents[name]?.version = version
    try note()
    let middle = generator.oneIn(2) ? start + generator.below(min(version.size - start, 5000)) : start
    if middle > start {
      try write(version, start..<middle, to: file)
      switch generator.below(4) {
      case 0: try synchronize(name, file, upTo: middle)
      // What is in a file may be on the disk soon after it was closed; then nothing that it replaces comes back.
      case 1 where middle <= SmallContents.largest && promise.documents[name]?.isWhole == false: try mount.flush(file)
      default: break
      }
    }
    try write(version, middle..<version.size, to: file)
    if generator.oneIn(3) { try synchronize(name, file) }
  }

  private func write(_ version: Promise.Version, _ range: Range<Int>, to file: HandleNumber) throws {
    try mount.write(range.map { Promise.byte(version.number, at: $0) }, at: range.lowerBound, to: file)
  }

  /// - Parameter size: How much of the document's version was written; `nil` for all.
  private func synchronize(_ name: String, _ file: HandleNumber, upTo size: Int? = nil) throws {
    try mount.synchronize(file)
    if let version = promise.documents[name]?.version {
      promise.documents[name] = .init(version: version, synchronized: size ?? version.size)
    }
    try note(isSynchronized: true)
  }

  private func close(_ name: String, _ file: HandleNumber) throws {
    try mount.close(file)
    try note()
  }
}
