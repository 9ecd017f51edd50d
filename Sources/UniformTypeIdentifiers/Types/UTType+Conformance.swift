extension UTType {
  /// Every type that this one conforms to, directly or not, without itself.
  public var supertypes: Set<UTType> {
    Set(TypeCatalogue.shared.supertypes(of: identifier).map(UTType.init(known:)))
  }

  /// Whether everything true of `type` is true of this one. A type conforms to itself.
  public func conforms(to type: UTType) -> Bool {
    TypeCatalogue.shared.conforms(identifier, to: type.identifier)
  }

  /// Whether this type conforms to `type` and is another one.
  public func isSubtype(of type: UTType) -> Bool {
    self != type && conforms(to: type)
  }

  /// Whether `type` conforms to this type and is another one.
  public func isSupertype(of type: UTType) -> Bool {
    type.isSubtype(of: self)
  }
}
