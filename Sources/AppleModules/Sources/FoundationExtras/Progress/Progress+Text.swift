extension Progress {
  private static let text = ProgressUserInfoKey("NSProgressLocalizedDescription")
  private static let additionalText = ProgressUserInfoKey("NSProgressLocalizedAdditionalDescription")

  /// What is done, for a person: as it was set, or made of the numbers. On Linux `localizedDescription` cannot be set; `adopt-provider.sh` has an
  /// extension's files see this one under that name.
  public var settableLocalizedDescription: String! {
    get { userInfo[Self.text] as? String ?? localizedDescription }
    set { setUserInfoObject(newValue, forKey: Self.text) }
  }

  /// How far it is, for a person: as it was set, or made of the numbers; as for ``settableLocalizedDescription``.
  public var settableLocalizedAdditionalDescription: String! {
    get { userInfo[Self.additionalText] as? String ?? localizedAdditionalDescription }
    set { setUserInfoObject(newValue, forKey: Self.additionalText) }
  }

  /// Without effect: nobody looks for the progress of other processes here; `status` shows that of a provider's transfers.
  public func publish() {}
  /// Without effect, as ``publish()``.
  public func unpublish() {}
}
