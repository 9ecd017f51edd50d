import Synchronization

/// One tree of a provider, for example one account, with a name that people see.
///
/// Values that the provider sets describe the domain it wants; the others are what the system made of it.
///
/// Apple: File Provider / `NSFileProviderDomain`.
open class NSFileProviderDomain: NSObject, @unchecked Sendable {
  // Sendable because everything that changes is in `state`. `userInfo` is not Sendable by type, but is only ever copied
  // in and out as a whole, and its values are property-list values.
  private let state: Mutex<State>

  private struct State {
    var displayName: String
    var isHidden = false
    var supportsSyncingTrash = true
    var isDisconnected = false
    var userEnabled = true
    var backingStoreIdentity: Data?
    var testingModes: TestingModes = []
    var supportsStringSearchRequest = true
    nonisolated(unsafe) var userInfo: [AnyHashable: Any]?
  }

  /// The name towards the system, fixed for the domain's life.
  public let identifier: NSFileProviderDomainIdentifier

  /// The disk that the domain asked to be stored on. Always `nil`: stores are in the user's data directory.
  public var volumeUUID: UUID? { nil }

  /// Whether the system keeps its own copy of the tree, which is the only kind there is here.
  public var isReplicated: Bool { true }

  /// Describes a domain.
  ///
  /// - Parameters:
  ///   - identifier: its name towards the system, without `/` and `:`.
  ///   - displayName: its name towards people.
  public init(identifier: NSFileProviderDomainIdentifier, displayName: String) {
    self.identifier = identifier
    self.state = Mutex(State(displayName: displayName))
  }

  /// Describes a domain whose identifier the system makes.
  ///
  /// - Parameters:
  ///   - displayName: its name towards people.
  ///   - userInfo: the provider's own facts about it; property-list values only.
  ///   - volumeURL: a disk to store it on. Without effect: domains are stored in the user's data directory.
  public convenience init(displayName: String, userInfo: [AnyHashable: Any], volumeURL: URL?) {
    self.init(identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: displayName)
    self.userInfo = userInfo
  }

  /// The name that people see.
  public package(set) var displayName: String {
    get { state.withLock { $0.displayName } }
    set { state.withLock { $0.displayName = newValue } }
  }

  /// Whether file managers leave the domain out.
  public var isHidden: Bool {
    get { state.withLock { $0.isHidden } }
    set { state.withLock { $0.isHidden = newValue } }
  }

  /// Whether the provider has a trash of its own that items are moved to. `true` unless set.
  public var supportsSyncingTrash: Bool {
    get { state.withLock { $0.supportsSyncingTrash } }
    set { state.withLock { $0.supportsSyncingTrash = newValue } }
  }

  /// The provider's own facts about the domain; property-list values only.
  public var userInfo: [AnyHashable: Any]? {
    get { state.withLock { $0.userInfo } }
    set {
      nonisolated(unsafe) let newValue = newValue
      state.withLock { $0.userInfo = newValue }
    }
  }

  /// What the domain offers to tests.
  public var testingModes: TestingModes {
    get { state.withLock { $0.testingModes } }
    set { state.withLock { $0.testingModes = newValue } }
  }

  /// Whether the provider is asked when a user searches; it must be a ``NSFileProviderSearching`` for that. `true`
  /// unless set.
  public var supportsStringSearchRequest: Bool {
    get { state.withLock { $0.supportsStringSearchRequest } }
    set { state.withLock { $0.supportsStringSearchRequest = newValue } }
  }

  /// Whether the domain is out of service: it can be browsed, but no call reaches the provider.
  public package(set) var isDisconnected: Bool {
    get { state.withLock { $0.isDisconnected } }
    set { state.withLock { $0.isDisconnected = newValue } }
  }

  /// Whether the user lets the domain synchronize.
  public package(set) var userEnabled: Bool {
    get { state.withLock { $0.userEnabled } }
    set { state.withLock { $0.userEnabled = newValue } }
  }

  /// Names the system's copy of the tree. A new value says that the old copy is gone and everything was started afresh.
  public package(set) var backingStoreIdentity: Data? {
    get { state.withLock { $0.backingStoreIdentity } }
    set { state.withLock { $0.backingStoreIdentity = newValue } }
  }

  /// Domains with the same identifier are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSFileProviderDomain)?.identifier == identifier
  }

  /// Consistent with ``isEqual(_:)``.
  open override var hash: Int {
    identifier.hashValue
  }
}
