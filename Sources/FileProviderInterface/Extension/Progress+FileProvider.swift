extension Progress {
  /// A progress of unknown length, for `Progress()`, which Foundation has on other platforms only.
  ///
  /// Leave the parameter out. It is there because an extension cannot override `NSObject.init()`.
  @_disfavoredOverload
  public convenience init(_none: Void = ()) {
    self.init(totalUnitCount: 0)
  }
}
