public import Dispatch

extension DispatchTime {
  /// The time so much later.
  public func advanced(by interval: DispatchTimeInterval) -> DispatchTime { self + interval }
}
