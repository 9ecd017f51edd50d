import FileProvider

/// The smallest item: none of the optional properties.
class BareItem: NSObject, NSFileProviderItem {
  var itemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier("bare") }
  var parentItemIdentifier: NSFileProviderItemIdentifier { .rootContainer }
  var filename: String { "bare" }
}
