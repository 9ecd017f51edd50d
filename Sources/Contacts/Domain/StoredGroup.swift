/// A group with the card that it comes from.
struct StoredGroup {
  let card: GroupCard
  let group: CNGroup
  let container: CNContainer
}
