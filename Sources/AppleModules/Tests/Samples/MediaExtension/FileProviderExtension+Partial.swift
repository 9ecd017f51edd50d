import FileProvider
import os

extension FileProviderExtension: NSFileProviderPartialContentFetching {
  func fetchPartialContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion,
    request: NSFileProviderRequest, minimalRange requestedRange: NSRange, aligningTo alignment: Int,
    options: NSFileProviderFetchContentsOptions = [],
    completionHandler:
      @escaping (URL?, NSFileProviderItem?, NSRange, NSFileProviderMaterializationFlags, Error?) -> Void
  ) -> Progress {
    let progress = Progress(totalUnitCount: Int64(requestedRange.length))
    let nothing = NSRange(location: 0, length: 0)
    guard let entry = backend.entry(itemIdentifier.rawValue) else {
      completionHandler(nil, nil, nothing, [], NSFileProviderError(.noSuchItem))
      return progress
    }
    let item = FileProviderItem(entry)
    if options.contains(.strictVersioning), item.itemVersion.contentVersion != requestedVersion.contentVersion {
      completionHandler(nil, nil, nothing, [], NSFileProviderError(.versionNoLongerAvailable))
      return progress
    }
    let task = DispatchWorkItem {
      do {
        // The range in whole pieces, but not beyond the end.
        let size = entry.size ?? 0
        let start = requestedRange.location / alignment * alignment
        let end = min((NSMaxRange(requestedRange) + alignment - 1) / alignment * alignment, size)
        let source = try FileHandle(forReadingFrom: self.backend.contents(of: entry.id))
        defer { try? source.close() }
        try source.seek(toOffset: UInt64(start))
        let part = try source.read(upToCount: end - start) ?? Data()
        let url = try NSFileProviderManager(for: self.domain)!.temporaryDirectoryURL()
          .appendingPathComponent(UUID().uuidString)
        FileManager.default.createFile(atPath: url.path, contents: nil)
        let target = try FileHandle(forWritingTo: url)
        defer { try? target.close() }
        try target.seek(toOffset: UInt64(start))
        try target.write(contentsOf: part)
        try target.truncate(atOffset: UInt64(size))
        progress.completedUnitCount = progress.totalUnitCount
        self.logger.debug("part \(start)..<\(end) of \(itemIdentifier.rawValue, privacy: .public)")
        completionHandler(url, item, NSRange(location: start, length: end - start), [], nil)
      } catch {
        completionHandler(nil, nil, nothing, [], error)
      }
    }
    progress.cancellationHandler = { task.cancel() }
    DispatchQueue.global(qos: .userInitiated).async(execute: task)
    return progress
  }
}
