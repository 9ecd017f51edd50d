import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Glibc

/// Prints what a search has found.
struct ResultWriter {
  let isJSON: Bool
  let endsWithZero: Bool
  private let writer = ByteWriter()
  private let isTerminal = isatty(STDOUT_FILENO) == 1

  init(isJSON: Bool, endsWithZero: Bool) {
    self.isJSON = isJSON
    self.endsWithZero = endsWithZero
  }

  /// Prints items that the index of this machine has.
  func print(_ records: [ItemRecord], _ reader: StoreReader) throws {
    // One view of the store for all results: a lock for each would take as long as the look-ups.
    let paths =
      isJSON
      ? []
      : try reader.snapshot { () throws(StoreError) in
        try records.map { (record) throws(StoreError) in try Self.path(of: record, reader) }
      }
    for (index, record) in records.enumerated() {
      if isJSON { try writeJSON(record, foundBy: "index", reader) } else { try append(paths[index]) }
      try endLine()
    }
    try writer.flush()
  }

  /// Prints the provider's results. Results without a path here are omitted where another program reads paths, and counted
  /// on standard error.
  func print(_ findings: [ProviderSearch.FoundItem], _ reader: StoreReader) throws {
    let isForPrograms = isJSON || endsWithZero
    var leftOut: Int64 = 0
    for finding in findings {
      switch finding {
      case .item(let record):
        if isJSON {
          try writeJSON(record, foundBy: "provider", reader)
        } else {
          try append(try Self.path(of: record, reader))
        }
      case .elsewhere(_, let filename):
        guard !isForPrograms else {
          leftOut += 1
          continue
        }
        try append(filename + "  [only at the provider]")
      }
      try endLine()
    }
    try writer.flush()
    if leftOut > 0 {
      Console.say(
        "the provider found \(HumanText.items(leftOut)) more that \(leftOut == 1 ? "does" : "do") not exist here, and so \(leftOut == 1 ? "has" : "have") no path"
      )
    }
  }

  private static func path(of record: ItemRecord, _ reader: StoreReader) throws(StoreError) -> String {
    try reader.path(of: record.id) ?? "/" + record.name.spelling
  }

  private func append(_ text: String) throws {
    try writer.append(endsWithZero ? text : HumanText.printable(text, isTerminal: isTerminal))
  }

  private func endLine() throws { try writer.append(endsWithZero ? 0 : UInt8(ascii: "\n")) }

  private func writeJSON(_ record: ItemRecord, foundBy finder: String, _ reader: StoreReader) throws {
    try ItemJSON.write(record, reader, to: writer) { try $0.add("foundBy", finder) }
  }
}
