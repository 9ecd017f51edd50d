import VCard

/// The labels that are words of the parameter `TYPE`. Others are properties `X-ABLabel` of the same group.
struct CardLabels: Sendable {
  /// Labels, and the words that together are each of them; the first that fits is read.
  private let words: [(label: String, types: [String])]

  /// The words of most properties.
  static let places = CardLabels([(CNLabelHome, ["HOME"]), (CNLabelWork, ["WORK"]), (CNLabelOther, ["OTHER"])])
  /// No words: `TYPE` has another meaning.
  static let none = CardLabels([])

  init(_ words: [(label: String, types: [String])]) { self.words = words }

  /// The label of a property.
  func label(of property: CardProperty) -> String? {
    if words.isEmpty { return nil }
    let types = property.types.map { $0.uppercased() }
    return types.isEmpty ? nil : words.first { $0.types.allSatisfy(types.contains) }?.label
  }

  /// The words for a label; nil if there are none.
  func types(of label: String?) -> [String]? { words.first { $0.label == label }?.types }

  /// Parameters with other words for the label in place of those they have.
  func replacing(in parameters: [CardParameter], with types: [String]) -> [CardParameter] {
    let known = Set(words.flatMap(\.types))
    var result = parameters.compactMap { parameter -> CardParameter? in
      guard parameter.isNamed("TYPE") else { return parameter }
      var parameter = parameter
      parameter.values = parameter.values.flatMap { $0.split(separator: ",").map(String.init) }
        .filter { !known.contains($0.uppercased()) }
      return parameter.values.isEmpty ? nil : parameter
    }
    if types.isEmpty { return result }
    if let index = result.firstIndex(where: { $0.isNamed("TYPE") }) {
      result[index].values += types
    } else {
      result.append(CardParameter("TYPE", values: types))
    }
    return result
  }
}
