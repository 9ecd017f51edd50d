/// The contact provider of a program.
package struct ContactProviding: Sendable {
  /// Makes the default domain the provider's, unless it is already; throws where it is somebody else's.
  package let register: @Sendable () throws -> Void
  /// Starts a process that runs the provider once, unless it is disabled. Its errors go to our standard error.
  package let start: @Sendable () throws -> Void
  /// Runs the provider once in this process, and throws what failed.
  package let run: @Sendable () throws -> Void

  package init(
    register: @escaping @Sendable () throws -> Void, start: @escaping @Sendable () throws -> Void,
    run: @escaping @Sendable () throws -> Void
  ) {
    (self.register, self.start, self.run) = (register, start, run)
  }
}
