extension URL {
  /// Always true: no file needs a grant on Linux, where a process may do what its user may.
  public func startAccessingSecurityScopedResource() -> Bool { true }

  /// Without effect, as there is nothing to give back.
  public func stopAccessingSecurityScopedResource() {}
}
