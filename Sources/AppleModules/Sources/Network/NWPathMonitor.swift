public import Dispatch
import Foundation

/// Tells when the machine's ways to others change. Apple: Network / `NWPathMonitor`.
///
/// It looks at the interfaces and their addresses every two seconds, which notices a network within the time in which one comes up.
public final class NWPathMonitor: @unchecked Sendable {
  // Sendable because `lock` guards all that changes.
  private let lock = NSLock()
  private var handler: (@Sendable (NWPath) -> Void)?
  private var timer: (any DispatchSourceTimer)?
  private var told: NWPath?
  private let kind: NWInterface.InterfaceType?

  /// Looks at all interfaces.
  public init() { kind = nil }
  /// Looks whether there is an interface of a kind.
  public init(requiredInterfaceType: NWInterface.InterfaceType) { kind = requiredInterfaceType }
  deinit { timer?.cancel() }

  /// Called with what there is, once it is started and after each change, on the queue it is started with.
  public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
    get { lock.withLock { handler } }
    set { lock.withLock { handler = newValue } }
  }

  /// What there is now.
  public var currentPath: NWPath {
    let path = NWPath.current()
    guard let kind, !path.usesInterfaceType(kind) else { return path }
    return path.without()
  }

  /// Begins to tell.
  public func start(queue: DispatchQueue) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: .seconds(2), leeway: .milliseconds(200))
    timer.setEventHandler { [weak self] in self?.look() }
    lock.withLock {
      self.timer?.cancel()
      self.timer = timer
    }
    timer.resume()
  }

  /// Tells no more.
  public func cancel() {
    lock.withLock {
      timer?.cancel()
      timer = nil
      handler = nil
    }
  }

  private func look() {
    let path = currentPath
    let handler = lock.withLock { () -> (@Sendable (NWPath) -> Void)? in
      guard path != told else { return nil }
      told = path
      return self.handler
    }
    handler?(path)
  }
}

extension NWPath {
  /// The same where no interface is of the kind that is wanted.
  fileprivate func without() -> NWPath {
    NWPath(status: .unsatisfied, availableInterfaces: [], supportsIPv4: false, supportsIPv6: false)
  }
}
