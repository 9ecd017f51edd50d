/// What an extension may use. Apple documents none of its own.
package struct ProvisionLimits: Sendable {
  /// A good number of contacts a page, and of changes a batch: a commit takes as long as some dozens of contacts.
  package var suggestedSize = 200
  /// How many contacts a domain has at most.
  package var mostContacts = 100_000
  /// How long one page or batch may take.
  package var patience = Duration.seconds(60)
  /// How long the extension has to end after it was invalidated.
  package var invalidation = Duration.seconds(5)

  package init() {}

  package static let standard = ProvisionLimits()
}
