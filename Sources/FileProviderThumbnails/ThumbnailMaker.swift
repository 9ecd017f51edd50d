import FileProviderInterface
package import FileProviderProcess
import FileProviderProgram
package import FileProviderReplica
package import FileProviderStore
import FileProviderValidation
import Foundation
import LinuxSystem

/// Puts the provider's small pictures into a cache, in the provider's process.
package struct ThumbnailMaker: Sendable {
  package let replica: Replica
  let store: ItemStore

  package init(replica: Replica, store: ItemStore) {
    self.replica = replica
    self.store = store
  }

  /// An item of which a picture is wanted.
  private struct Subject {
    var identifier: NSFileProviderItemIdentifier
    /// What it is called on each mount.
    var uris: [String]
    /// In seconds since 1970.
    var modified: Int64
  }

  /// What has become of an item.
  struct Attempt {
    var result: ThumbnailOutcome.Result
    /// Whether it failed for a reason that is not the picture itself, and may be over later.
    var mayPass = false
  }

  /// Asks the provider, and waits for it.
  ///
  /// - Returns: What has become of each item, in the question's order.
  /// - Throws: The provider's error, when it could be asked for none.
  package func make(_ question: ThumbnailQuestion) throws -> ThumbnailOutcome {
    ThumbnailOutcome(try attempts(question).map(\.result))
  }

  /// As `make`, with what a later try is good for.
  func attempts(_ question: ThumbnailQuestion) throws -> [Attempt] {
    guard let size = ThumbnailSize(side: question.side) else { throw CocoaError(.featureUnsupported) }
    // The times first: a picture of a version that arrives meanwhile counts as outdated.
    let subjects = try question.items.map { (item) throws(StoreError) in try subject(item, question.mountpoints) }
    let wanted = subjects.compactMap { $0?.identifier }
    let pictures = wanted.isEmpty ? [:] : try replica.thumbnails(of: wanted, side: size.side)
    return subjects.map { subject in
      guard let subject else {
        return Attempt(result: .failed("not uploaded yet, or in the trash"), mayPass: true)
      }
      switch pictures[subject.identifier] {
      case nil, .success(nil): return Attempt(result: .none)
      case .failure(let error): return Attempt(result: .failed(SentError(error).description), mayPass: true)
      case .success(let data?): return put(data, of: subject, size, ThumbnailCache(folder: question.cache))
      }
    }
  }

  private func subject(_ item: ItemID, _ mountpoints: [String]) throws(StoreError) -> Subject? {
    try store.readCommitted { (reader) throws(StoreError) in
      guard let attributes = try reader.item(item), let path = try reader.path(of: item),
        let identifier = try ProvidedReader(reader).providerIdentifier(of: item)
      else { return nil }
      let bytes = path == "/" ? [] : path.spelledBytes
      return Subject(
        identifier: identifier, uris: mountpoints.map { FileURI.text(of: Array($0.utf8) + bytes) },
        modified: Self.seconds(attributes.modified))
    }
  }

  /// As `st_mtim.tv_sec` has them, also before 1970.
  private static func seconds(_ time: Timestamp) -> Int64 {
    let (seconds, rest) = time.rawValue.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0 ? seconds - 1 : seconds
  }

  private func put(
    _ data: Data, of subject: Subject, _ size: ThumbnailSize, _ cache: ThumbnailCache
  ) -> Attempt {
    let picture: PNGPicture
    switch self.picture(data, size) {
    case .success(let made): picture = made
    case .failure(let failure): return Attempt(result: .failed(failure.reason), mayPass: failure.mayPass)
    }
    guard let place = size.taking(picture) else {
      return Attempt(
        result: .failed(
          "its thumbnail has \(picture.width) × \(picture.height) pixels, more than the cache accepts"))
    }
    do {
      for uri in subject.uris { try cache.put(picture, of: uri, modified: subject.modified, as: place) }
      return Attempt(result: .made(side: place.side))
    } catch { return Attempt(result: .failed("\(error)"), mayPass: true) }
  }

  /// What the provider has, as the PNG that the cache takes.
  private func picture(_ data: Data, _ size: ThumbnailSize) -> Result<PNGPicture, PictureConverter.Failure> {
    func failure(_ reason: String) -> Result<PNGPicture, PictureConverter.Failure> {
      .failure(PictureConverter.Failure(reason: reason, mayPass: false))
    }
    guard let format = PictureFormat(data) else {
      return failure("its thumbnail has an unknown format, and the cache accepts only PNG")
    }
    if format == .png {
      return PNGPicture(Array(data)).map { .success($0) } ?? failure("its thumbnail is damaged")
    }
    do throws(PictureConverter.Failure) {
      return .success(try PictureConverter().png(of: data, format, side: size.side))
    } catch {
      let reason = "its thumbnail has the type \(format.rawValue), the cache accepts only PNG, and \(error.reason)"
      return .failure(PictureConverter.Failure(reason: reason, mayPass: error.mayPass))
    }
  }
}
