/// What is read of contacts.
struct ContactSelection {
  /// The properties that are needed; nil for all.
  let keys: Set<String>?
  /// The same for the index; nil if it does not have all of them.
  let indexed: IndexSelection?
  /// What is read of rows that the index has found exactly; nil where these are looked at as well.
  var found: IndexSelection?
}
