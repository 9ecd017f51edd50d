extension NSMutableDictionary {
  /// Sets what is under a key; `nil` removes it.
  public func setValue(_ value: Any?, forKey key: String) {
    if let value { self[key] = value } else { removeObject(forKey: key) }
  }
}
