package import FileProviderInterface
package import Foundation
import Glibc

extension WebDAVProvider: NSFileProviderPartialContentFetching {
  package func fetchPartialContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion,
    request: NSFileProviderRequest, minimalRange requestedRange: NSRange, aligningTo alignment: Int,
    options: NSFileProviderFetchContentsOptions,
    completionHandler:
      @escaping @Sendable (
        URL?, (any NSFileProviderItem)?, NSRange, NSFileProviderMaterializationFlags, (any Error)?
      ) -> Void
  ) -> Progress {
    let version = String(decoding: requestedVersion.contentVersion, as: UTF8.self)
    return run(isReading: true) { [self] session, call in
      let path = try session.place(of: itemIdentifier, call.cancellation)
      guard !path.isFolder else { throw Session.missing(itemIdentifier) }
      noteReading(of: path.parent)
      let fetch = Fetch(session, call)
      let part = Self.aligned(requestedRange, to: alignment)
      if let part, let fetched = try fetch.part(part, of: path, version: version) { return (fetched, session) }
      // The server has another version, or one without a strong name, or gives no parts.
      let fetched = try fetch.contents(of: path)
      if options.contains(.strictVersioning), fetched.item.entry.contentVersion != version {
        unlink(fetched.url.path)
        throw NSFileProviderError(.versionNoLongerAvailable)
      }
      return (fetched, session)
    } whenDone: { result in
      switch result {
      case .success(let (fetched, session)):
        let range = NSRange(location: Int(fetched.part.lowerBound), length: fetched.part.count)
        completionHandler(fetched.url, session.object(fetched.item), range, [], nil)
      case .failure(let error):
        completionHandler(nil, nil, NSRange(location: 0, length: 0), [], error)
      }
    }
  }

  /// The part that is asked for, from one multiple of the alignment to another; `nil` when it is none.
  private static func aligned(_ range: NSRange, to alignment: Int) -> Range<Int64>? {
    let alignment = Int64(max(alignment, 1))
    let start = Int64(range.location)
    let (end, isOver) = start.addingReportingOverflow(Int64(range.length))
    guard start >= 0, range.length > 0, !isOver, end <= Int64.max - alignment else { return nil }
    return start / alignment * alignment..<(end + alignment - 1) / alignment * alignment
  }
}
