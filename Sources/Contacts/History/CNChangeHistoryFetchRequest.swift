public import Foundation

/// Which changes of contacts are asked for.
open class CNChangeHistoryFetchRequest: CNFetchRequest, NSSecureCoding {
  /// Where the changes begin: the token of an earlier result. Without one everything is dropped and added first.
  open var startingToken: Data?
  /// What contacts of events have besides their identifiers.
  open var additionalContactKeyDescriptors: [any CNKeyDescriptor]?
  /// Whether events are about unified contacts.
  open var shouldUnifyResults = true
  /// Whether contacts and groups of events are mutable ones.
  open var mutableObjects = false
  /// Whether changes of groups are asked for, too.
  open var includeGroupChanges = false
  /// Whose changes are left out: see ``CNSaveRequest/transactionAuthor``.
  open var excludedTransactionAuthors: [String]?

  /// A request for all changes of contacts.
  public override init() {}

  // MARK: Coding

  public class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    startingToken = (coder.decodeObject(forKey: "startingToken") as? NSData) as Data?
    additionalContactKeyDescriptors = coder.decodeObject(forKey: "additionalContactKeys") as? [String]
    shouldUnifyResults = coder.decodeBool(forKey: "shouldUnifyResults")
    mutableObjects = coder.decodeBool(forKey: "mutableObjects")
    includeGroupChanges = coder.decodeBool(forKey: "includeGroupChanges")
    excludedTransactionAuthors = coder.decodeObject(forKey: "excludedTransactionAuthors") as? [String]
  }

  open func encode(with coder: NSCoder) {
    coder.encode(startingToken as NSData?, forKey: "startingToken")
    let keys = additionalContactKeyDescriptors?.flatMap(\.keys)
    coder.encode(keys.map { NSArray(array: $0) }, forKey: "additionalContactKeys")
    coder.encode(shouldUnifyResults, forKey: "shouldUnifyResults")
    coder.encode(mutableObjects, forKey: "mutableObjects")
    coder.encode(includeGroupChanges, forKey: "includeGroupChanges")
    coder.encode(excludedTransactionAuthors.map { NSArray(array: $0) }, forKey: "excludedTransactionAuthors")
  }
}
