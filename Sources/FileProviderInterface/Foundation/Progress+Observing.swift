import Dispatch

// Objects on Linux do not tell of changes to their properties. A progress is what extensions observe: that of a transfer, to carry it over
// into the one that they returned. It is looked at ten times a second.
extension Progress {
  /// Calls a block when a property has changed, on a thread of its own.
  ///
  /// - Parameters:
  ///   - keyPath: The property, such as `\.fractionCompleted`.
  ///   - options: What the block is told, and whether it is called at once, too.
  ///   - changeHandler: The block.
  /// - Returns: What keeps the observation alive.
  public func observe<Value: Equatable & Sendable>(
    _ keyPath: KeyPath<Progress, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Progress, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let watch = PropertyWatch(self, keyPath, options, changeHandler)
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "Progress.observe"))
    timer.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100), leeway: .milliseconds(20))
    timer.setEventHandler { watch.look() }
    timer.resume()
    return NSKeyValueObservation(timer)
  }
}

/// The last value seen of a property.
private final class PropertyWatch<Value: Equatable & Sendable>: @unchecked Sendable {
  // Sendable because it is used on the timer's queue alone, once it is made. The block is called there, as its author has to expect.
  private weak var progress: Progress?
  private let keyPath: KeyPath<Progress, Value>
  private let options: NSKeyValueObservingOptions
  private let changeHandler: (Progress, NSKeyValueObservedChange<Value>) -> Void
  private var last: Value

  init(
    _ progress: Progress, _ keyPath: KeyPath<Progress, Value>, _ options: NSKeyValueObservingOptions,
    _ changeHandler: @escaping (Progress, NSKeyValueObservedChange<Value>) -> Void
  ) {
    self.progress = progress
    self.keyPath = keyPath
    self.options = options
    self.changeHandler = changeHandler
    last = progress[keyPath: keyPath]
    if options.contains(.initial) { tell(progress, last, before: nil) }
  }

  func look() {
    guard let progress else { return }
    let value = progress[keyPath: keyPath]
    guard value != last else { return }
    let before = last
    last = value
    tell(progress, value, before: before)
  }

  private func tell(_ progress: Progress, _ value: Value, before: Value?) {
    changeHandler(
      progress,
      NSKeyValueObservedChange(
        newValue: options.contains(.new) ? value : nil, oldValue: options.contains(.old) ? before : nil))
  }
}
