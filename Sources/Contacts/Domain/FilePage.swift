import FileProviderStore

/// Some files of a container, as they were when they were read.
struct FilePage {
  /// The last commit before that.
  let commit: Generation
  var files: [ContactFile] = []
}
