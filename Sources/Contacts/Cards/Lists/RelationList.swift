import Foundation
import VCard

/// `X-ABRELATEDNAMES` of Apple's cards, `RELATED` of version 4.0 where it has a name, and the properties of Evolution.
enum RelationList: CardList {
  static let names = [apple, standard] + implied.map(\.name)
  private static let labels = CardLabels([
    (CNLabelContactRelationSpouse, ["SPOUSE"]), (CNLabelContactRelationChild, ["CHILD"]),
    (CNLabelContactRelationParent, ["PARENT"]), (CNLabelContactRelationFriend, ["FRIEND"]),
    (CNLabelContactRelationColleague, ["COLLEAGUE"]),
  ])

  private static let apple = "X-ABRELATEDNAMES"
  private static let standard = "RELATED"
  private static let implied: [(name: String, label: String)] = [
    ("X-SPOUSE", CNLabelContactRelationSpouse), ("X-EVOLUTION-SPOUSE", CNLabelContactRelationSpouse),
    ("X-ASSISTANT", CNLabelContactRelationAssistant), ("X-EVOLUTION-ASSISTANT", CNLabelContactRelationAssistant),
    ("X-MANAGER", CNLabelContactRelationManager), ("X-EVOLUTION-MANAGER", CNLabelContactRelationManager),
  ]

  static func labels(of name: String) -> CardLabels { name.isSameWord(as: standard) ? labels : .none }

  static func label(impliedBy name: String) -> String? { implied.first { $0.name == name }?.label }

  /// A URL is no name.
  static func value(of property: CardProperty, attached: [CardProperty]) -> CNContactRelation? {
    let text = property.plainText
    let isText = property.value(of: "VALUE")?.isSameWord(as: "text") ?? false
    if property.isNamed(standard), !isText, CardURL.split(text) != nil { return nil }
    return CNContactRelation(name: text)
  }

  static func property(_ value: CNContactRelation, _ form: CardForm) -> CardProperty? {
    let text = CardText.escape(value.name)
    if form.prefers(standard, over: [apple]) {
      return CardProperty(standard, [CardParameter("VALUE", "text")], value: text)
    }
    return CardProperty(apple, value: text)
  }
}
