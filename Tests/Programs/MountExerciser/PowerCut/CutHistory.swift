/// What one writer did, and what of it must be there after a cut. Kept in the memory of a process that no cut reaches.
final class CutHistory: @unchecked Sendable {
  // Sendable: used by the writer's thread, and by the round when that has ended.
  let name: String
  private(set) var operations: [CutOperation] = []
  /// How many were acknowledged: all of them, or all but the last.
  private(set) var acknowledged = 0
  /// The last operation that must be there; those before it are too, as they are committed in order.
  private(set) var certain = -1
  /// The tree as the writer knows it.
  private(set) var tree = CutTree()
  /// Inode numbers that were given out.
  var numbers: Set<UInt64> = []
  /// What cannot be, power cut or not.
  var problems: [String] = []

  init(name: String) { self.name = name }

  var next: Int { operations.count }

  func begin(_ operation: CutOperation) { operations.append(operation) }

  func acknowledge() {
    tree.apply(operations[next - 1], next - 1)
    acknowledged = next
  }

  func touch(_ path: String) { tree.touch(path, next - 1) }

  /// What was begun was refused: it did not happen.
  func takeBack() { operations.removeLast() }

  /// A synchronization of a document or folder was acknowledged.
  func synchronize(_ path: String) {
    certain = max(certain, tree.touched(path))
    tree.document(path)?.synchronize()
  }
}
