package import FileProviderStore

/// Another author's change, to be made once more through the mount.
///
/// The kernel notifies watchers (inotify) only of changes through a mount. So a helper process that belongs to the
/// mount makes the change again with a system call, and is answered without the store: see `ReplayDesk`.
package struct Replay: Sendable, Equatable {
  package enum Action: UInt8, Sendable {
    /// The item is new.
    case create = 1
    /// The item is new, with contents.
    case createWithContents
    /// The item no longer exists.
    case delete
    /// The item has another name, or another folder.
    case move
    /// The document has other contents.
    case contents
    /// Anything else of the item is different.
    case attributes
  }

  /// A name in a folder.
  package struct Place: Sendable, Equatable {
    package var folder: InodeNumber
    /// The folder's path from the root of the mount, without a slash at either end; empty for the root.
    package var path: String
    package var name: FileName

    package init(folder: InodeNumber, path: String, name: FileName) {
      self.folder = folder
      self.path = path
      self.name = name
    }

    /// The place of an item that the tree does not show.
    package init(outside item: InodeNumber) {
      self.init(folder: .outside, path: "", name: FileName(unchecked: String(item.rawValue)))
    }

    package static func == (a: Place, b: Place) -> Bool {
      a.folder == b.folder && a.path.isIdentical(to: b.path) && a.name == b.name
    }
  }

  /// What had the name that an item was moved to.
  package struct Replaced: Sendable, Equatable {
    package var item: InodeNumber
    package var kind: ItemKind

    package init(item: InodeNumber, kind: ItemKind) {
      self.item = item
      self.kind = kind
    }
  }

  package var action: Action
  package var item: InodeNumber
  package var kind: ItemKind
  /// Where the item is; for a move where it is afterwards.
  package var place: Place
  /// Where the item was before a move.
  package var source: Place?
  package var replaced: Replaced?

  package init(
    _ action: Action, _ item: InodeNumber, _ kind: ItemKind, at place: Place, from source: Place? = nil,
    replacing replaced: Replaced? = nil
  ) {
    self.action = action
    self.item = item
    self.kind = kind
    self.place = place
    self.source = source
    self.replaced = replaced
  }
}

/// Changes to replay in one go, and what the kernel must drop afterwards.
package struct ReplayBatch: Sendable {
  package var replays: [Replay]
  package var notices: [KernelNotice]
}
