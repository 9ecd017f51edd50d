import Dispatch

/// The last value seen of a property that does not tell of its changes, and is looked at again and again.
final class PropertyWatch<Object: AnyObject, Value: Equatable>: @unchecked Sendable {
  // Sendable because it is used on the timer's queue alone, once it is made. The block is called there, as its author has to expect.
  private weak var object: Object?
  private let keyPath: KeyPath<Object, Value>
  private let options: NSKeyValueObservingOptions
  private let changeHandler: (Object, NSKeyValueObservedChange<Value>) -> Void
  private var last: Value

  init(
    _ object: Object, _ keyPath: KeyPath<Object, Value>, _ options: NSKeyValueObservingOptions,
    _ changeHandler: @escaping (Object, NSKeyValueObservedChange<Value>) -> Void
  ) {
    self.object = object
    self.keyPath = keyPath
    self.options = options
    self.changeHandler = changeHandler
    last = object[keyPath: keyPath]
    if options.contains(.initial) { tell(object, last, before: nil) }
  }

  /// Looks until the observation ends.
  func start(_ name: String, every interval: DispatchTimeInterval) -> NSKeyValueObservation {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: name))
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(20))
    timer.setEventHandler { self.look() }
    timer.resume()
    return NSKeyValueObservation(timer)
  }

  private func look() {
    guard let object else { return }
    let value = object[keyPath: keyPath]
    guard value != last else { return }
    let before = last
    last = value
    tell(object, value, before: before)
  }

  private func tell(_ object: Object, _ value: Value, before: Value?) {
    changeHandler(
      object,
      NSKeyValueObservedChange(
        newValue: options.contains(.new) ? value : nil, oldValue: options.contains(.old) ? before : nil))
  }
}
