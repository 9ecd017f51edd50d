public import Foundation

/// A group to make or to change. Not for several threads at a time.
open class CNMutableGroup: CNGroup {
  /// A group that a copy is; changes to the one are not changes to the other.
  open override func copy(with zone: NSZone? = nil) -> Any { CNGroup(identifier: identifier, name: name) }

  /// The name to display.
  open override var name: String {
    get { super.name }
    set { storedName = newValue }
  }
}
