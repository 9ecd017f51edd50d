extension String {
  package func padded(to width: Int, atEnd: Bool = true) -> String {
    let padding = String(repeating: " ", count: max(0, width - count))
    return atEnd ? self + padding : padding + self
  }
}
