public import FoundationNetworking

extension URLSession {
  /// The tasks of the session that have not ended.
  public var allTasks: [URLSessionTask] {
    get async { await withCheckedContinuation { answer in getAllTasks { answer.resume(returning: $0) } } }
  }

  /// The tasks of the session that have not ended, by what they do.
  public var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
    get async {
      await withCheckedContinuation { answer in
        getTasksWithCompletionHandler { answer.resume(returning: ($0, $1, $2)) }
      }
    }
  }
}
