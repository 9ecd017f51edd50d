import Foundation
import Glibc

/// What is known of the texts of all sides: lines in a file in memory, each written before it becomes true or after it has become so, whatever is lost
/// less.
final class Journal: Sendable {
  enum Word: String {
    /// A text is about to be written.
    case new
    /// It is on the disk: a program was told so.
    case synced
    /// The provider was told of it.
    case told
    /// It is about to be replaced or deleted, on whatever side.
    case gone
    /// A process of the provider begins: the one before may have got answers that nobody knows of.
    case began
    /// Something is wrong, whatever comes.
    case wrong
  }

  private let file: Int32
  /// A file that is there from just before the power is cut on: what is answered from then on promises nothing.
  private let cut: String

  init(_ path: String) {
    cut = FaultPoint.sign(in: (path as NSString).deletingLastPathComponent)
    file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    precondition(file >= 0, "cannot open \(path)")
  }

  deinit { close(file) }

  /// - Parameter place: For whoever reads the journal.
  func note(_ word: Word, _ text: Text, _ place: String) {
    if word == .synced, access(cut, F_OK) == 0 { return }
    let line = Array("\(word.rawValue) \(text.number) \(text.size) \(place)\n".utf8)
    precondition(write(file, line, line.count) == line.count, "cannot write the journal")
  }

  func noteWrong(_ what: String) { note(.wrong, what) }

  func noteBeginning() { note(.began, "") }

  private func note(_ word: Word, _ what: String) {
    let line = Array("\(word.rawValue) 0 0 \(what)\n".utf8)
    precondition(write(file, line, line.count) == line.count, "cannot write the journal")
  }

  /// What is known in the end.
  struct Reading {
    var known: Set<Text> = []
    /// Texts that must be somewhere.
    var owed: Set<Text> = []
    /// What was found to be wrong on the way.
    var wrong: [String] = []
    /// How many processes have told the provider to create a text.
    private(set) var creators: [Text: Int] = [:]

    private let lines: [Substring]

    /// All that the journal says of a text.
    func story(of text: Text) -> String {
      let lines = lines.filter { $0.split(separator: " ").dropFirst().first == "\(text.number)" }
      return lines.joined(separator: "; ")
    }

    init(_ path: String) {
      let lines = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
      var gone: Set<Text> = []
      var creating: Set<Text> = []
      self.lines = lines.split(separator: "\n")
      for line in self.lines {
        let words = line.split(separator: " ")
        guard words.count >= 3, let number = Int(words[1]), let size = Int(words[2]) else { continue }
        let text = Text(number: number, size: size)
        switch Word(rawValue: String(words[0])) {
        case .new: known.insert(text)
        case .synced: owed.insert(text)
        case .gone: gone.insert(text)
        case .wrong: wrong.append(String(line))
        case .told:
          guard words.count > 3, words[3] == "create", creating.insert(text).inserted else { continue }
          creators[text, default: 0] += 1
        case .began: creating = []
        case nil: continue
        }
      }
      owed.subtract(gone)
    }
  }
}
