/// The name of an item in the trash.
struct TrashName {
  /// What the name of the note about an item ends with.
  static let noteSuffix = ".trashinfo"

  private let stem: Substring
  /// With its dot.
  private let suffix: Substring
  /// How many bytes there may be of it.
  private let room: Int

  /// - Parameter longest: How many bytes the name of a note may have.
  init(like name: String, longest: Int) {
    room = longest - Self.noteSuffix.utf8.count
    // Bytes, not characters: a dot and a mark behind it are one of these.
    let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? name.startIndex
    // A long suffix is none, and has to leave room for the rest.
    let isSuffix = dot > name.startIndex && (2..<room / 2).contains(name[dot...].utf8.count)
    (stem, suffix) = isSuffix ? (name[..<dot], name[dot...]) : (name[...], "")
  }

  /// The name, and others that the item may have: its own first, or as much of it as there is room for.
  var all: some Sequence<String> {
    sequence(first: 1) { $0 + 1 }.lazy.map { number in
      let end = (number == 1 ? "" : ".\(number)") + suffix
      var start = stem
      while !start.isEmpty, start.utf8.count + end.utf8.count > room { start.removeLast() }
      // A single character may be longer than a name.
      return (start.isEmpty ? "item" : start) + end
    }
  }
}
