/// `tag PATH -TAG` removes a tag, but the argument parser takes `-TAG` for an option.
///
/// The words of that command that begin with one dash are marked before parsing and unmarked after it.
enum TagEdits {
  /// A character that no command line can contain here.
  private static let mark = "\u{1}"

  static func protect(_ words: [String]) -> [String] {
    guard words.first == "tag" else { return words }
    var protected: [String] = []
    for (index, word) in words.enumerated() {
      if word == "--" { return protected + words[index...] }
      let isEdit = word.hasPrefix("-") && !word.hasPrefix("--") && word != "-" && word != "-h"
      protected.append(isEdit ? mark + word : word)
    }
    return protected
  }

  static func unprotect(_ word: String) -> String { word.hasPrefix(mark) ? String(word.dropFirst()) : word }
}
