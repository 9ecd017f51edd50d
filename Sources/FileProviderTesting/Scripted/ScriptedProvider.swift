public import FileProviderInterface
import Glibc
import LinuxSystem
import Synchronization

/// A provider that does what a ``ProviderScript`` says, faults included.
///
/// Where no fault applies it is a ``MemoryProvider``.
public final class ScriptedProvider: NSObject, ForwardingProvider, Sendable {
  /// The provider as it is when nothing goes wrong.
  public let base: MemoryProvider
  let faults: FaultPlan
  private let steps: Mutex<[[ProviderScript.Edit]]>
  private let listener = Handler<String, Void> { _ in }
  /// The alerts that a user does not want to see again.
  let suppressed = Mutex<Set<String>>([])
  /// What is done when it has been invalidated.
  private let rest = Mutex<[Handler<Void, Void>]>([])
  /// The answers that are held.
  private let held = Mutex<[Handler<Void, Void>]>([])
  let modifications = Mutex<[NSFileProviderModifyItemOptions]>([])
  private let cancelled = Mutex(0)

  /// A provider of the case `plain`.
  public convenience init(domain: NSFileProviderDomain) { self.init(domain: domain, script: .plain) }

  /// A provider of a script.
  ///
  /// - Parameters:
  ///   - domain: The domain that it serves.
  ///   - script: What it does.
  ///   - tree: What is in it; the script's items if there is none. Several machines may share one.
  public init(domain: NSFileProviderDomain, script: ProviderScript, tree: MemoryTree? = nil) {
    domain.supportsSyncingTrash = script.hasTrash
    base = MemoryProvider(
      domain: domain, tree: tree ?? MemoryTree(script.items), pageSize: script.pageSize,
      paging: script.paging)
    faults = FaultPlan(script.faults)
    steps = Mutex(script.steps)
    super.init()
  }

  /// How often a call was made for an item or container.
  public func count(_ call: Fault.Call, of identifier: String) -> Int { faults.count(call, of: identifier) }

  /// The options of the modifications so far.
  public var modifyOptions: [NSFileProviderModifyItemOptions] { modifications.withLock { $0 } }

  /// How many calls have met a fault.
  public var faultCount: Int { faults.met }

  /// Tells somebody of each call that changes something, in a line: `create NAME`, `modify IDENTIFIER NAME contents` and `delete IDENTIFIER`, with the
  /// word `contents` where there are some; and of each thumbnail that is asked for: `thumbnail IDENTIFIER PIXELS`.
  public func tellChanges(to listener: @escaping @Sendable (String) -> Void) {
    self.listener.set(listener)
  }

  func tell(_ line: String) {
    listener(line)
  }

  /// Replaces all faults.
  public func fail(_ faults: [Fault]) { self.faults.set(faults) }

  /// Ends all faults.
  public func mend() { faults.set([]) }

  /// Lets every call fail from now on, as if the server were out of reach.
  public func cutOff() {
    let calls: [Fault.Call] = [.enumerator, .page, .changes, .anchor, .item, .fetch, .create, .modify, .delete]
    fail(calls.map { .failing(.serverUnreachable, in: $0) })
  }

  func hold(_ answer: @escaping @Sendable () -> Void) { held.withLock { $0.append(Handler(answer)) } }

  /// The progress of a call that is not answered now: it does not move.
  func unanswered() -> Progress {
    let progress = Progress(totalUnitCount: 1)
    progress.cancellationHandler = { [self] in cancelled.withLock { $0 += 1 } }
    return progress
  }

  /// How many calls were cancelled that are not answered, or held.
  public var cancelledCount: Int { cancelled.withLock { $0 } }

  /// How many answers are held.
  public var heldCount: Int { held.withLock { $0.count } }

  /// Gives all answers that are held.
  public func release() {
    let answers = held.withLock { held in
      defer { held = [] }
      return held
    }
    for answer in answers { answer() }
  }

  /// Does the next step of the script, and signals.
  ///
  /// - Returns: False when there was none.
  @discardableResult
  public func performNextStep() -> Bool {
    guard let edits = steps.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
    for edit in edits {
      if let item = edit.put { base.tree.put(item) }
      if let identifier = edit.remove { base.tree.remove(identifier) }
      if edit.forgets == true { base.tree.forgetHistory() }
    }
    base.signal()
    return true
  }

  public func invalidate() {
    base.invalidate()
    let rest = rest.withLock { rest in
      defer { rest = [] }
      return rest
    }
    for answer in rest { answer() }
  }

  public func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    let fault = faults.next(.enumerator, of: containerItemIdentifier.rawValue)
    if fault?.effect == .error, let fault { throw fault.error }
    fault?.block()
    let enumerator = try base.enumerator(for: containerItemIdentifier, request: request)
    return ScriptedEnumerator(enumerator, container: containerItemIdentifier.rawValue, faults: faults) { [self] in
      hold($0)
    }
  }

  public func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    let fault = faults.next(.item, of: identifier.rawValue)
    fault?.block()
    switch fault?.effect {
    case .never: return Progress()
    case .error:
      completionHandler(nil, fault?.error)
      return Progress()
    case .twice: _ = base.item(for: identifier, request: request, completionHandler: completionHandler)
    case .late:
      return base.item(for: identifier, request: request) { item, error in
        nonisolated(unsafe) let item = item
        fault?.later { completionHandler(item, error) }
      }
    case .held:
      return base.item(for: identifier, request: request) { [self] item, error in
        nonisolated(unsafe) let item = item
        hold { completionHandler(item, error) }
      }
    default: break
    }
    return base.item(for: identifier, request: request, completionHandler: completionHandler)
  }

  public func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    let fault = faults.next(.fetch, of: itemIdentifier.rawValue)
    fault?.block()
    @Sendable func fetch(_ handler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void)
      -> Progress
    {
      base.fetchContents(for: itemIdentifier, version: requestedVersion, request: request, completionHandler: handler)
    }
    switch fault?.effect {
    case .never: return unanswered()
    case .held:
      _ = fetch { [self] url, item, error in
        nonisolated(unsafe) let item = item
        hold { completionHandler(url, item, error) }
      }
      return unanswered()
    case .error where fault?.milliseconds != nil: fault?.later { completionHandler(nil, nil, fault?.error) }
    case .error: completionHandler(nil, nil, fault?.error)
    case .nothing: completionHandler(nil, nil, nil)
    case .exit: _exit(1)
    case .folder: completionHandler(FileManager.default.temporaryDirectory, nil, nil)
    case .late: fault?.later { _ = fetch(completionHandler) }
    case .afterInvalidate: rest.withLock { $0.append(Handler { _ = fetch(completionHandler) }) }
    case .longer:
      return fetch { url, item, error in
        if let url, let data = try? Data(contentsOf: url) { try? (data + Data("and more\n".utf8)).write(to: url) }
        completionHandler(url, item, error)
      }
    case .twice:
      _ = fetch(completionHandler)
      return fetch(completionHandler)
    default: return fetch(completionHandler)
    }
    return Progress()
  }
}
