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

  /// - Parameter resumption: The changes that the observer may have received before it used this enumerator.
  init(data: Data, observer: any NSFileProviderChangeObserver, resumption: Resumption) {
    self.data = data
    self.observer = observer
    self.resumption = resumption
  }

  /// The changes that an observer may have received beyond an anchor; `nil` when it does not continue from the anchor it was
  /// handed.
  func resumption(of observer: any NSFileProviderChangeObserver, from anchor: Data) -> Resumption? {
    self.observer === observer && data == anchor ? resumption : nil
  }
}
