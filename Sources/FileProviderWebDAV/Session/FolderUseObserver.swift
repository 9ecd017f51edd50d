/// Learns which folders are used, to look at them more often.
protocol FolderUseObserver: Sendable {
  /// Something is changed in a folder.
  func noteUse(of folder: RemotePath)
  /// Something in a folder is read.
  func noteReading(of folder: RemotePath)
}
