/// How the process that replays changes is started: a program that runs `ReplayHelper`.
package struct ReplayProgram: Sendable {
  package var path: String
  /// The words of its command line, its name first.
  package var words: [String]

  package init(path: String, words: [String]) {
    self.path = path
    self.words = words
  }
}
