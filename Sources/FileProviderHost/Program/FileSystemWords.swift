/// The arguments with which mount(8), by way of mount.fuse3(8), starts the program of a file system: `SOURCE DIRECTORY
/// -o OPTIONS`.
enum FileSystemWords {
  /// The arguments of `mount` for those; all others unchanged.
  static func asCommand(_ words: [String]) -> [String] {
    guard words.count == 4, words[2] == "-o", words[1].hasPrefix("/"), !words[0].hasPrefix("-"),
      CommandWords.command(of: words).count == 0
    else { return words }
    return ["mount"] + words
  }
}
