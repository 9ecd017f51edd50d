extension NSDictionary {
  /// The same keys and values as another one.
  public convenience init(dictionary otherDictionary: NSDictionary) {
    self.init(
      objects: otherDictionary.allValues, forKeys: otherDictionary.allKeys.compactMap { $0 as? NSObject })
  }
}
