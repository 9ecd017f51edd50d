package import LinuxSystem

/// Contents as they are read: an open file, or bytes that never change.
package enum OpenedContents: ~Copyable, Sendable {
  case file(Descriptor)
  case bytes([UInt8])
}
