/// Where a run has been, to refuse one that goes in circles and has no end.
struct RunPath {
  private enum Place: Equatable {
    case page(ContactItemPage)
    case anchor(ContactItemSyncAnchor)
  }

  private var places: [Place] = []

  /// How many places are remembered.
  private static let most = 1000

  /// Notes where the run is.
  mutating func begin(at page: ContactItemPage) { if places.isEmpty { places = [.page(page)] } }
  mutating func begin(at anchor: ContactItemSyncAnchor) { if places.isEmpty { places = [.anchor(anchor)] } }

  /// Notes where the run goes.
  ///
  /// - Throws: An ``EnumeratorRule`` where it has been there.
  mutating func go(to page: ContactItemPage) throws {
    if !add(.page(page)) { throw EnumeratorRule.offset("the next page is an earlier one") }
  }

  mutating func go(to anchor: ContactItemSyncAnchor) throws {
    if !add(.anchor(anchor)) { throw EnumeratorRule.anchor("more changes follow, and the anchor is an earlier one") }
  }

  private mutating func add(_ place: Place) -> Bool {
    if places.contains(place) { return false }
    places = places.suffix(Self.most - 1) + [place]
    return true
  }
}
