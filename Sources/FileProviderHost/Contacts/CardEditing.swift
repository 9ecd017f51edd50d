import Contacts
import FileProviderProgram
import Foundation
import Glibc
import LinuxSystem
import VCard

/// A card that the user edits in an editor.
struct CardEditing {
  private let card: Card

  init(_ card: Card) { self.card = card }

  /// Lets the user edit the card. Nothing is saved if it is the same afterwards, or if the file is empty.
  ///
  /// - Parameter save: Saves the edited card.
  /// - Throws: ``CommandFailure``, which names the file if that was edited: it is kept then.
  func run(save: (Card) throws -> Void) throws {
    guard let editor = Environment.value("VISUAL") ?? Environment.value("EDITOR") else {
      throw CommandFailure("editor", "neither VISUAL nor EDITOR is set", remedy: "set one, or give options")
    }
    let directory = TemporaryDirectory()
    let file = try directory.make().appendingPathComponent("contact.vcf")
    do {
      try Data(card.bytes).write(to: file)
      try Self.start(editor, with: file)
      if let edited = try Self.card(in: file), edited != card { try save(edited) }
      directory.remove()
    } catch {
      var failure = CommandFailure(editor, error)
      if let bytes = try? Data(contentsOf: file), Array(bytes) != card.bytes {
        failure.remedy = "the edited card is kept in “\(file.path)”"
      } else {
        directory.remove()
      }
      throw failure
    }
  }

  private static func start(_ editor: String, with file: URL) throws {
    let words = ["/bin/sh", "-c", "\(editor) \"$1\"", "sh", file.path]
    // Keys of the terminal that interrupt are the editor's, as for system(3).
    let handlers = [SIGINT, SIGQUIT].map { (signal: $0, old: signal($0, SIG_IGN)) }
    defer { for handler in handlers { signal(handler.signal, handler.old) } }
    let ending: ChildProcess.Ending
    do { ending = try ProcessLaunch(words[0], words: words.map { Array($0.utf8) }).start().wait() } catch {
      throw CommandFailure(editor, "cannot be started: \(error)")
    }
    guard case .exited(0) = ending else { throw CommandFailure(editor, "failed; nothing was saved") }
  }

  /// - Returns: Nil if the file is empty.
  private static func card(in file: URL) throws -> Card? {
    let elements = CardParser.elements(of: try Data(contentsOf: file))
    if elements.isEmpty { return nil }
    guard elements.count == 1, case .card(let edited) = elements[0], !edited.isGroup else {
      throw CommandFailure("card", "the file is not one card; nothing was saved")
    }
    return edited
  }
}
