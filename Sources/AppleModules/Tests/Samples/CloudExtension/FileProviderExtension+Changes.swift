import FileProvider

extension FileProviderExtension {
  func createItem(
    basedOn itemTemplate: NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, NSFileProviderItemFields, Bool, Error?) -> Void
  ) -> Progress {
    let parent = itemTemplate.parentItemIdentifier.rawValue
    guard itemTemplate.parentItemIdentifier == .rootContainer || model.entry(parent) != nil else {
      completionHandler(
        nil, [], false,
        NSError.fileProviderErrorForNonExistentItem(withIdentifier: itemTemplate.parentItemIdentifier))
      return Progress()
    }
    if let existing = model.children(of: parent).first(where: { $0.name == itemTemplate.filename }) {
      completionHandler(nil, [], false, NSError.fileProviderErrorForCollision(with: FileProviderItem(existing)))
      return Progress()
    }
    let entry = CloudModel.Entry(
      id: UUID().uuidString, parent: parent, name: itemTemplate.filename, isFolder: itemTemplate.contentType! == .folder
    )
    return save(entry, contents: url, completionHandler)
  }

  func modifyItem(
    _ item: NSFileProviderItem, baseVersion version: NSFileProviderItemVersion, changedFields: NSFileProviderItemFields,
    contents newContents: URL?, options: NSFileProviderModifyItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, NSFileProviderItemFields, Bool, Error?) -> Void
  ) -> Progress {
    guard var entry = model.entry(item.itemIdentifier.rawValue) else {
      completionHandler(
        nil, [], false, NSError.fileProviderErrorForNonExistentItem(withIdentifier: item.itemIdentifier))
      return Progress()
    }
    if changedFields.contains(.filename) { entry.name = item.filename }
    if changedFields.contains(.parentItemIdentifier) { entry.parent = item.parentItemIdentifier.rawValue }
    return save(entry, contents: changedFields.contains(.contents) ? newContents : nil, completionHandler)
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (Error?) -> Void
  ) -> Progress {
    guard let entry = model.entry(identifier.rawValue) else {
      completionHandler(nil)
      return Progress()
    }
    if !model.children(of: entry.id).isEmpty, !options.contains(.recursive) {
      completionHandler(NSFileProviderError(.directoryNotEmpty))
      return Progress()
    }
    Task {
      do {
        if !entry.isFolder { try await client.delete(entry.id) }
        try model.remove(entry.id)
        completionHandler(nil)
      } catch {
        completionHandler(error.asProviderError)
      }
    }
    return Progress()
  }

  /// Uploads the contents, if there are new ones, and notes the entry then.
  private func save(
    _ entry: CloudModel.Entry, contents url: URL?,
    _ completionHandler: @escaping (NSFileProviderItem?, NSFileProviderItemFields, Bool, Error?) -> Void
  ) -> Progress {
    let done = { (size: Int?, error: Error?) in
      do {
        if let error = error { throw error }
        completionHandler(FileProviderItem(try self.model.save(entry, size: size)), [], false, nil)
      } catch {
        Self.logger.error("\(entry.id, privacy: .public): \(error.localizedDescription)")
        completionHandler(nil, [], false, error.asProviderError)
      }
    }
    guard !entry.isFolder, let url = url else {
      done(nil, nil)
      return Progress()
    }
    let size = (try? url.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
    let task = client.upload(url, entry.id) { done(size, $0) }
    let progress = task?.progress ?? Progress()
    progress.cancellationHandler = { task?.cancel() }
    return progress
  }
}
