import FileProviderDomains
package import FileProviderProgram
package import FileProviderStore
import Glibc
import LinuxSystem

/// Prints changes as text: time, event, path and author. Colours only on a terminal.
package final class TextChangePrinter: ChangePrinter {
  private let writer: ByteWriter
  private let fields: [ItemField]?
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private let hasColor: Bool
  private let paths = FolderPaths(nowhere: "/")

  package init(writer: ByteWriter, fields: [ItemField]?) {
    self.writer = writer
    self.fields = fields
    hasColor = isTerminal && Environment.hasColor
  }

  package func forgetPaths() { paths.forgetAll() }

  package func printDropEverything(at generation: Generation, resume: ContinuationToken) throws {
    try writer.append(colored("drop-everything", .bold) + "\n")
  }

  package func printAnchor(_ token: ContinuationToken, at generation: Generation) throws {
    // What follows is about lines that are printed already.
    try writer.flush()
    Console.line("anchor: \(token.text)")
  }

  package func printChange(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws {
    var line = HumanText.time(Timestamp(rawValue: change.time * 1000)) + "  "
    line += colored(change.event.rawValue.padded(to: 6), Self.color(change.event)) + "  "
    if let previous = change.previousPlace {
      line += printable(try paths.shown(.none, named: previous.name, in: previous.parent, reader)) + " → "
    }
    line += printable(try paths.shown(change.item, named: change.name, in: change.parent, reader))
    if change.kind == .folder && change.item != .root { line += "/" }
    if change.event == .update { line += "  " + colored(change.fields.words.joined(separator: ", "), .dim) }
    line += "  " + colored(printable(try reader.author(change.author)), .dim)
    try writer.append(line)
    if let fields, let record = change.record {
      try writer.append("  " as StaticString)
      var object = try JSONObject(writer)
      for field in fields { try field.add(record, reader, to: &object) }
      try object.end()
    }
    try writer.append(UInt8(ascii: "\n"))
  }

  private enum Color: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  private static func color(_ event: ItemChange.Event) -> Color {
    switch event {
    case .add: .green
    case .update: .yellow
    case .delete: .red
    }
  }

  private func colored(_ text: String, _ color: Color) -> String {
    hasColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }

  private func printable(_ text: String) -> String {
    isTerminal ? HumanText.printable(text, isTerminal: true) : Console.oneLine(text)
  }
}
