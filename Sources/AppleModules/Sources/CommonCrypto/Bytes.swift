/// The bytes that a caller means, or nil when they cannot be there.
func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> UnsafeRawBufferPointer? {
  guard count == 0 || (count > 0 && start != nil) else { return nil }
  return UnsafeRawBufferPointer(start: start, count: count)
}
