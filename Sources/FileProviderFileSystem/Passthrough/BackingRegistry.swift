/// Has the kernel read and write a file for those who open a document (`FUSE_DEV_IOC_BACKING_OPEN`).
package struct BackingRegistry: Sendable {
  /// Registers the file of a descriptor, which may be closed afterwards. Returns the number by which the kernel knows it, or -1 with
  /// `errno` set.
  package var add: @Sendable (Int32) -> Int32
  /// Takes a number back. Those who have the document open keep the file.
  package var remove: @Sendable (Int32) -> Void

  package init(add: @escaping @Sendable (Int32) -> Int32, remove: @escaping @Sendable (Int32) -> Void) {
    self.add = add
    self.remove = remove
  }
}
