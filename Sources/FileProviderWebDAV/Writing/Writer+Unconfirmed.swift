extension Writer {
  /// What a refusal means that speaks of an item, once the server was asked for it.
  ///
  /// 409 and 412 come from gateways and busy servers as well. The system gives up, or makes a second document, when it is told of a conflict: so that is told only
  /// where there is one. Everything else is tried again.
  ///
  /// - Parameters:
  ///   - holder: What the server has there now.
  ///   - version: The version that is known of it.
  func confirmed(
    _ error: WebDAVError, _ path: RemotePath, _ holder: RemoteEntry?, version: String
  ) throws -> WebDAVError {
    guard let holder else { return try error.status == 409 ? confirmed(error, in: path.parent) : .init(.otherVersion) }
    return holder.contentVersion == version ? error : WebDAVError(.otherVersion)
  }

  /// What a refusal means that says that a folder is missing: 404 if it is.
  func confirmed(_ error: WebDAVError, in folder: RemotePath) throws -> WebDAVError {
    // That the whole collection is away never means that something in it was deleted.
    guard error.status == 409, !folder.isRoot, try holder(of: folder)?.path.isFolder != true else { return error }
    return WebDAVError(.status(404))
  }
}
