package import VCard

/// A contact with the card that it comes from.
package struct StoredCard {
  package let card: Card
  package let contact: CNContact
  package let container: CNContainer
}
