extension Progress {
  /// A progress of unknown length, for `Progress()`, which Foundation has on other platforms only.
  ///
  /// Leave the parameter out. It is there because an extension cannot override `NSObject.init()`.
  @_disfavoredOverload
  public convenience init(_none: Void = ()) {
    self.init(totalUnitCount: 0)
  }
}

extension Progress.FileOperationKind {
  /// Contents go to the provider. `NSFileProviderManager.globalProgress(for:)` takes it, and Foundation on Linux lacks it.
  public static let uploading = Self(rawValue: "NSProgressFileOperationKindUploading")
}
