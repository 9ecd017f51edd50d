import FileProviderProgram
import FileProviderStore
import Foundation

/// Prints every call of an enumerator as it happens, for `mount --trace-enumerators`.
enum EnumeratorPrinter {
  static func print(of store: ItemStore) {
    store.traceEnumerators { event in
      let line = text(event)
      // Straight to the descriptor: each line is out when the call returns.
      try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
    }
  }

  static func text(_ event: EnumeratorTrace) -> String {
    let time = HumanText.time(.now)
    switch event {
    case .made(let kind, let container): return "\(time)  \(name(kind, container))  made\n"
    case .invalidated(let kind, let container): return "\(time)  \(name(kind, container))  invalidate\n"
    case .items(let kind, let container, let key, let count, let error):
      return "\(time)  \(name(kind, container))  items after \(key): \(count)\(suffix(error))\n"
    case .changes(let kind, let container, let count, let error):
      return "\(time)  \(name(kind, container))  changes: \(count)\(suffix(error))\n"
    }
  }

  private static func name(_ kind: EnumeratorKind, _ container: ItemID) -> String {
    kind.rawValue.padded(to: 10) + " " + String(container.rawValue).padded(to: 8)
  }

  private static func suffix(_ error: (any Error)?) -> String { error.map { "  error: \($0)" } ?? "" }
}
