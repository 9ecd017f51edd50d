// Foundation on Linux has the keys of a file's progress and not the properties. A value lives in `userInfo`, as on other platforms.
extension Progress {
  /// What is being done with files.
  public var fileOperationKind: FileOperationKind? {
    get { (userInfo[.fileOperationKindKey] as? String).map(FileOperationKind.init(rawValue:)) }
    set { setUserInfoObject(newValue?.rawValue, forKey: .fileOperationKindKey) }
  }

  /// The file that the progress is about.
  public var fileURL: URL? {
    get { userInfo[.fileURLKey] as? URL }
    set { setUserInfoObject(newValue, forKey: .fileURLKey) }
  }

  /// How fast it goes, in bytes a second.
  public var throughput: Int? {
    get { integer(.throughputKey) }
    set { setUserInfoObject(newValue, forKey: .throughputKey) }
  }

  /// How many files there are.
  public var fileTotalCount: Int? {
    get { integer(.fileTotalCountKey) }
    set { setUserInfoObject(newValue, forKey: .fileTotalCountKey) }
  }

  /// How many files are done.
  public var fileCompletedCount: Int? {
    get { integer(.fileCompletedCountKey) }
    set { setUserInfoObject(newValue, forKey: .fileCompletedCountKey) }
  }

  /// How many seconds it may still take.
  public var estimatedTimeRemaining: TimeInterval? {
    get {
      (userInfo[.estimatedTimeRemainingKey] as? NSNumber)?.doubleValue ?? userInfo[.estimatedTimeRemainingKey]
        as? Double
    }
    set { setUserInfoObject(newValue, forKey: .estimatedTimeRemainingKey) }
  }

  private func integer(_ key: ProgressUserInfoKey) -> Int? {
    (userInfo[key] as? NSNumber)?.intValue ?? userInfo[key] as? Int
  }
}

extension Progress.FileOperationKind {
  /// A file is copied beside itself.
  public static let duplicating = Self(rawValue: "NSProgressFileOperationKindDuplicating")
}
