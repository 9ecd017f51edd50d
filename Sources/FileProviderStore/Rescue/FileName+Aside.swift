// The names that items have at the provider while another one takes their place.
extension FileName {
  private static let mark = " (moving "

  /// This name for the time in which an item is out of another one's way.
  func aside(for id: ItemID) -> FileName { adding("\(Self.mark)\(id))") }

  /// Whether it is such a name. Where the provider was asked for it, nobody else has made what is there.
  package var isAside: Bool {
    guard let mark = spelling.ranges(of: Self.mark).last else { return false }
    let rest = spelling[mark.upperBound...]
    let number = rest.prefix { $0.isASCII && $0.isNumber }
    return !number.isEmpty && rest.dropFirst(number.count).first == ")"
  }
}
