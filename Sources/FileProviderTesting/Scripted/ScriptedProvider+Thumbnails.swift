public import FileProviderInterface

/// The contents of a document are its picture, if its name ends in `.png` or `.jpg`; of anything else there is none.
extension ScriptedProvider: NSFileProviderThumbnailing {
  public func fetchThumbnails(
    for itemIdentifiers: [NSFileProviderItemIdentifier], requestedSize size: CGSize,
    perThumbnailCompletionHandler: @escaping @Sendable (NSFileProviderItemIdentifier, Data?, (any Error)?) -> Void,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    for identifier in itemIdentifiers {
      tell("thumbnail \(identifier.rawValue) \(Int(size.width))")
      let fault = faults.next(.thumbnail, of: identifier.rawValue)
      fault?.block()
      switch fault?.effect {
      case .never: return Progress(totalUnitCount: 1)
      case .error: perThumbnailCompletionHandler(identifier, nil, fault?.error)
      case .nothing: break
      default:
        let item = base.tree[identifier.rawValue]
        let isPicture = item.map { $0.name.hasSuffix(".png") || $0.name.hasSuffix(".jpg") } ?? false
        perThumbnailCompletionHandler(identifier, isPicture ? item?.contents : nil, nil)
      }
    }
    completionHandler(nil)
    return Progress()
  }
}
