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

  /// Prints what the provider has found. Where paths are wanted for other programs, what has none here is left out.
  func print(_ findings: [ProviderSearch.Finding], _ reader: StoreReader) throws {
    for finding in findings {
      switch finding {
      case .item(let record):
        if isJSON {
          try writeJSON(record, foundBy: "provider", reader)
        } else {
          try append(try Self.path(of: record, reader))
        }
      case .elsewhere(let identifier, let filename):
        guard !endsWithZero else { continue }
        if isJSON {
          try writeJSON(identifier, filename)
        } else {
          try append(filename + "  [at the provider alone]")
        }
      }
      try endLine()
    }
    try writer.flush()
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

  private func writeJSON(_ identifier: String, _ filename: String) throws {
    var object = try JSONObject(writer)
    try object.add("identifier", identifier)
    try object.add("path", String?.none)
    try object.add("kind", String?.none)
    try object.add("name", filename)
    try object.add("foundBy", "provider")
    try object.end()
  }
}
