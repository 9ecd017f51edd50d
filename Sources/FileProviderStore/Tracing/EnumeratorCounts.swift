import Synchronization

/// How many enumerators of each kind are alive. Counted without a lock: every `opendir` and `releasedir` does it.
final class EnumeratorCounts: Sendable {
  private let root = Atomic<Int>(0)
  private let folder = Atomic<Int>(0)
  private let document = Atomic<Int>(0)
  private let workingSet = Atomic<Int>(0)
  private let trash = Atomic<Int>(0)

  func add(_ change: Int, to kind: EnumeratorKind) {
    switch kind {
    case .root: root.wrappingAdd(change, ordering: .relaxed)
    case .folder: folder.wrappingAdd(change, ordering: .relaxed)
    case .document: document.wrappingAdd(change, ordering: .relaxed)
    case .workingSet: workingSet.wrappingAdd(change, ordering: .relaxed)
    case .trash: trash.wrappingAdd(change, ordering: .relaxed)
    }
  }

  var counts: [EnumeratorKind: Int] {
    [
      .root: root.load(ordering: .relaxed), .folder: folder.load(ordering: .relaxed),
      .document: document.load(ordering: .relaxed), .workingSet: workingSet.load(ordering: .relaxed),
      .trash: trash.load(ordering: .relaxed),
    ]
  }
}
