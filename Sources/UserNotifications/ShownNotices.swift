/// The numbers of notices that were shown, by their names.
///
/// Nobody tells which of them are still there, so the oldest are forgotten: a program may give each notice a name of its own for years.
struct ShownNotices {
  /// More than a person has in a list.
  static let most = 1000

  private var numbers: [String: UInt32] = [:]
  /// The one that was shown last is last.
  private(set) var names: [String] = []

  subscript(name: String) -> UInt32? {
    get { numbers[name] }
    set {
      remove(name)
      guard let newValue else { return }
      numbers[name] = newValue
      names.append(name)
      if names.count > Self.most { remove(names[0]) }
    }
  }

  /// - Returns: Its number, if there was one.
  @discardableResult
  mutating func remove(_ name: String) -> UInt32? {
    guard let number = numbers.removeValue(forKey: name) else { return nil }
    names.removeAll { $0 == name }
    return number
  }
}
