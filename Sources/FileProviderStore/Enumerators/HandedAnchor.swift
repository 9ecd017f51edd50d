import FileProviderInterface
import Foundation

/// The anchor that an enumerator handed out last, and to which observer.
struct HandedAnchor: @unchecked Sendable {
  // Sendable: the observer is only compared.
  private let data: Data?
  private weak var observer: (any NSFileProviderChangeObserver)?
  private let resumption: Resumption?

  /// Nothing was handed out yet.
  init() {
    data = nil
    resumption = nil
  }

  /// - Parameter resumption: What the observer may have been told before it came to this enumerator.
  init(data: Data, observer: any NSFileProviderChangeObserver, resumption: Resumption) {
    self.data = data
    self.observer = observer
    self.resumption = resumption
  }

  /// What an observer may have been told beyond an anchor; `nil` when it does not continue from the anchor it was
  /// handed.
  func resumption(of observer: any NSFileProviderChangeObserver, from anchor: Data) -> Resumption? {
    self.observer === observer && data == anchor ? resumption : nil
  }
}
