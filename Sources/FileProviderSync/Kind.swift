package enum Kind: Hashable, Sendable {
  case document, folder
  /// A symbolic link. Its target is its contents, which are here without a download.
  case link
}
