import Foundation

/// A package's table of Apple's symbols, `symbols.tsv`: what is done, what differs, and what is left out.
///
/// The page that ``TablePage`` names is made from it; with `FILEPROVIDER_WRITE_TABLE` in the environment the test writes it.
struct InterfaceTable {
  enum RowState: String {
    case done
    case differs
    case leftOut = "left out"
  }

  struct Row {
    var symbol: String
    var state: RowState
    /// How it differs, or why it is left out.
    var remark: String

    /// The type that it is a member of, or its own name.
    var type: String { symbol.split(separator: "(")[0].split(separator: ".")[0].description }
    /// Its name in the type, or what it is itself.
    var name: String {
      switch symbol.dropFirst(type.count).first {
      case ".": String(symbol.dropFirst(type.count + 1))
      case "(": "the function"
      default: "the type"
      }
    }
  }

  struct Malformed: Error {
    var line: Substring
  }

  let rows: [Row]

  init() throws {
    let text = try String(contentsOf: TablePage.folder.appendingPathComponent("symbols.tsv"), encoding: .utf8)
    rows = try text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3, let state = RowState(rawValue: fields[1]) else { throw Malformed(line: line) }
      return Row(symbol: fields[0], state: state, remark: fields[2])
    }
  }

  func symbols(_ states: RowState...) -> Set<String> {
    Set(rows.filter { states.contains($0.state) }.map(\.symbol))
  }

  /// The page, as text.
  var markdown: String {
    let types = Set(rows.map(\.type)).sorted()
    let counts = [RowState.done, .differs, .leftOut].map { state in rows.filter { $0.state == state }.count }
    return """
      # \(TablePage.title)

      \(TablePage.subject). Of \(rows.count) symbols, \(counts[0]) are done and \(counts[1]) differ; left out: \(counts[2]).

      \(TablePage.introduction)

      A symbol with a handler is there in its async form, too. This page is made from the table symbols.tsv of the tests, which fail
      when it and the code disagree.

      \(types.map { type in Self.section(type, rows.filter { $0.type == type }) }.joined(separator: "\n\n"))

      """
  }

  private static func section(_ type: String, _ members: [Row]) -> String {
    var lines = ["### \(type)", ""]
    let done = members.filter { $0.state == .done }.map { $0.name }
    if !done.isEmpty { lines += ["Done: " + done.map(escaped).joined(separator: ", ") + "."] }
    for state in [RowState.differs, .leftOut] {
      var remarks: [String] = []
      for row in members where row.state == state && !remarks.contains(row.remark) { remarks.append(row.remark) }
      for remark in remarks {
        let names = members.filter { $0.state == state && $0.remark == remark }.map { $0.name }
        lines += [
          "",
          "\(state == .differs ? "Differs" : "Left out"): \(names.map(escaped).joined(separator: ", ")). \(remark)",
        ]
      }
    }
    return lines.joined(separator: "\n").replacingOccurrences(of: "\n\n\n", with: "\n\n")
  }

  /// Underscores and asterisks mean something in Markdown.
  private static func escaped(_ name: String) -> String { name.replacingOccurrences(of: "_", with: "\\_") }
}
