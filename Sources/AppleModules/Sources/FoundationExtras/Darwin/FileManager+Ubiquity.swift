// iCloud is not on Linux: nobody is signed in to it.
extension FileManager {
  /// Who is signed in to iCloud: nobody.
  public var ubiquityIdentityToken: (any NSCoding & NSCopying & NSObjectProtocol)? { nil }
  /// Where an app's files in iCloud are: nowhere.
  public func url(forUbiquityContainerIdentifier containerIdentifier: String?) -> URL? { nil }
  /// Whether a file is in iCloud: it is not.
  public func isUbiquitousItem(at url: URL) -> Bool { false }
}
