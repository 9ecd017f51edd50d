/// The attributes of an element, while its beginning is reported.
struct XMLAttributes {
  /// Names and values in turn, as Expat has them; the end is `nil`.
  let list: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  /// The value of an attribute without a namespace.
  subscript(name: String) -> String? {
    guard var next = list else { return nil }
    while let key = next[0], let value = next[1] {
      if String(cString: key) == name { return String(cString: value) }
      next += 2
    }
    return nil
  }
}
