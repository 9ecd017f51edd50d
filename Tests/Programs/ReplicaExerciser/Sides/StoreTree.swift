import FileProviderStore
import Foundation

/// What is in a store, as a person sees it.
struct StoreTree {
  struct Place {
    var folder: ItemID
    var path: String
    var item: ItemAttributes
    var isRescued: Bool
    var name: String { (path as NSString).lastPathComponent }
  }

  private(set) var places: [Place] = []

  init(_ store: ItemStore) throws {
    var places: [Place] = []
    try store.readCommitted { (reader) throws(StoreError) in
      let rescued = try RescueReader(reader).rescuedFolder()
      var folders = [(ItemID.root, "", false)]
      while let (folder, path, isRescued) = folders.popLast() {
        try reader.forEachChild(of: folder, after: .none) { item, name in
          let place = Place(
            folder: folder, path: path + "/" + String(decoding: name, as: UTF8.self), item: copy item,
            isRescued: isRescued || item.id == rescued)
          places.append(place)
          if place.item.isFolder { folders.append((item.id, place.path, place.isRescued)) }
          return true
        }
      }
    }
    self.places = places.sorted { $0.path < $1.path }
  }

  var documents: [Place] { places.filter { $0.item.kind == .file && !$0.isRescued } }

  /// The contents of a document that are here as a whole; `nil` otherwise.
  static func contents(of item: ItemAttributes, _ store: ItemStore) -> [UInt8]? {
    if item.flags.contains(.dataless) { return nil }
    guard let key = item.content else { return [] }
    return try? store.contents.bytes(of: key, about: Int(item.size), atMost: .max)
  }
}
