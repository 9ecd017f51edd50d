/// Why a store could not do what it was asked.
///
/// The message is one sentence that names the thing and, where there is one, the remedy. The file system turns the code
/// into an error number, and the command turns it into an exit status.
package struct StoreError: Error, CustomStringConvertible, Sendable {
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// There is no such item.
    package static let noSuchItem = Code(rawValue: 1)
    /// The name is taken.
    package static let exists = Code(rawValue: 2)
    /// The item is not a folder.
    package static let notFolder = Code(rawValue: 3)
    /// The item is a folder.
    package static let isFolder = Code(rawValue: 4)
    /// The folder is not empty.
    package static let notEmpty = Code(rawValue: 5)
    /// The name is not allowed.
    package static let invalidName = Code(rawValue: 6)
    /// The name is longer than 255 bytes.
    package static let nameTooLong = Code(rawValue: 7)
    /// A folder cannot be moved into itself, nor a fixed container changed.
    package static let invalidMove = Code(rawValue: 9)
    /// The container is not supported by this domain (a trash, mostly).
    package static let featureUnsupported = Code(rawValue: 10)
    /// The token is well-formed but of another store or schema, or older than the log.
    package static let tokenExpired = Code(rawValue: 11)
    /// The token is not one of ours.
    package static let tokenInvalid = Code(rawValue: 12)
    /// The page or batch asked for is out of bounds.
    package static let pageTooLarge = Code(rawValue: 13)
    /// The database or a content file is damaged.
    package static let damaged = Code(rawValue: 14)
    /// The store was written by a newer version.
    package static let newerSchema = Code(rawValue: 15)
    /// The disk is full.
    package static let full = Code(rawValue: 16)
    /// The store may not be written.
    package static let readOnly = Code(rawValue: 17)
    /// Another process held the store for too long.
    package static let busy = Code(rawValue: 18)
    /// Any other system error.
    package static let inputOutput = Code(rawValue: 19)
    /// The extended attribute does not exist.
    package static let noSuchAttribute = Code(rawValue: 20)
    /// The value is larger than allowed.
    package static let tooLarge = Code(rawValue: 21)
    /// Contents are not on this machine and could not be fetched.
    package static let unavailable = Code(rawValue: 22)
    /// The caller was interrupted while waiting.
    package static let interrupted = Code(rawValue: 23)
    /// This process may have no more open files.
    package static let tooManyOpenFiles = Code(rawValue: 24)
    /// The machine may have no more open files.
    package static let tooManyOpenFilesInSystem = Code(rawValue: 25)
    /// The operation needs the store for itself, and another process has it open.
    package static let inUse = Code(rawValue: 26)
    /// The store has an earlier version, and cannot be upgraded now.
    package static let olderSchema = Code(rawValue: 27)
    /// The file that contents are to be copied from cannot be read.
    package static let unreadable = Code(rawValue: 28)
    /// The provider allows no writing there, as it shows by the mode.
    package static let accessDenied = Code(rawValue: 29)
    /// The provider does not allow this with the item.
    package static let notPermitted = Code(rawValue: 30)
    /// The folder (`item`) was never listed from its provider, so its contents are unknown.
    package static let unlisted = Code(rawValue: 31)
    /// The contents are needed here.
    package static let notEvictable = Code(rawValue: 32)
  }

  package let code: Code
  package let message: String
  /// The error behind this one, if any.
  package let cause: (any Error)?
  /// The item that the caller must handle, for codes that need one.
  package let item: ItemID?

  /// What removing, moving or trashing one of the items gets that every domain has.
  package init(fixed id: ItemID) {
    let what = id == .root ? "the root" : "it belongs to every domain and"
    self.init(.invalidMove, "\(what) cannot be removed or moved")
  }

  package init(
    _ code: Code, _ message: @autoclosure () -> String = "", cause: (any Error)? = nil, item: ItemID? = nil
  ) {
    self.code = code
    self.message = message()
    self.cause = cause
    self.item = item
  }

  package var description: String { message.isEmpty ? "store error \(code.rawValue)" : message }
}
