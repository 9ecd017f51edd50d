extension CNContact {
  /// Whether a property was fetched.
  public func isKeyAvailable(_ key: String) -> Bool { fetchedKeys?.contains(key) ?? true }

  /// Whether all properties of some descriptors were fetched.
  public func areKeysAvailable(_ keyDescriptors: [any CNKeyDescriptor]) -> Bool {
    keyDescriptors.flatMap(\.keys).allSatisfy(isKeyAvailable)
  }

  /// Whether the contact is, or was made of, the one with an identifier.
  public func isUnifiedWithContact(withIdentifier identifier: String) -> Bool {
    self.identifier == identifier || unifiedParts.contains { $0.identifier == identifier }
  }

  /// The name of a property, in English; the key itself if it is none of a contact's.
  public class func localizedString(forKey key: String) -> String { KeyWords.words(of: key) }
}
