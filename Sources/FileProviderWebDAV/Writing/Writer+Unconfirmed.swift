extension Writer {
  /// What a refusal means that speaks of an item, once the server was asked for it.
  ///
  /// 409 and 412 are sent by gateways and busy servers as well. On a conflict the system gives up, or makes a second document: so a conflict is reported only
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

  /// The meaning of an error for a missing folder: 404 if it is missing.
  func confirmed(_ error: WebDAVError, in folder: RemotePath) throws -> WebDAVError {
    // That the whole collection is away never means that something in it was deleted.
    guard error.status == 409, !folder.isRoot, try holder(of: folder)?.path.isFolder != true else { return error }
    return WebDAVError(.status(404))
  }
}
