// Not Apple's. A selector is not on Linux: `adopt-provider.sh` writes “selector: #selector(tick)” as “calling: { $0.tick }”. As on macOS, a timer
// keeps its target until it is invalid.
extension Timer {
  /// A timer on this thread's run loop that calls a method of an object with itself.
  ///
  /// - Parameter userInfo: not kept: Foundation's timers with a block have none.
  @discardableResult
  public class func scheduledTimer<Target: AnyObject>(
    timeInterval: TimeInterval, target: Target, calling method: @escaping (Target) -> (Timer) -> Void, userInfo: Any?,
    repeats: Bool
  ) -> Timer {
    let timer = Timer(
      timeInterval: timeInterval, target: target, calling: method, userInfo: userInfo, repeats: repeats)
    RunLoop.current.add(timer, forMode: .default)
    return timer
  }

  /// A timer on this thread's run loop that calls a method of an object.
  @discardableResult
  public class func scheduledTimer<Target: AnyObject>(
    timeInterval: TimeInterval, target: Target, calling method: @escaping (Target) -> () -> Void, userInfo: Any?,
    repeats: Bool
  ) -> Timer {
    scheduledTimer(
      timeInterval: timeInterval, target: target, calling: { target in { (_: Timer) in method(target)() } },
      userInfo: userInfo, repeats: repeats)
  }

  /// A timer that calls a method of an object with itself, once a run loop has it.
  public convenience init<Target: AnyObject>(
    timeInterval: TimeInterval, target: Target, calling method: @escaping (Target) -> (Timer) -> Void, userInfo: Any?,
    repeats: Bool
  ) {
    nonisolated(unsafe) let (target, method) = (target, method)
    self.init(timeInterval: timeInterval, repeats: repeats) { method(target)($0) }
  }

  /// A timer that calls a method of an object, once a run loop has it.
  public convenience init<Target: AnyObject>(
    timeInterval: TimeInterval, target: Target, calling method: @escaping (Target) -> () -> Void, userInfo: Any?,
    repeats: Bool
  ) {
    self.init(
      timeInterval: timeInterval, target: target, calling: { target in { (_: Timer) in method(target)() } },
      userInfo: userInfo, repeats: repeats)
  }
}
