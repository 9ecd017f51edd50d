package import FileProviderProgram

/// Does the same for each path; one that fails is listed, and the others are still done.
package enum PathByPath {
  package static func run(_ paths: [ItemPath], _ body: (ItemPath) throws -> Void) throws {
    var worst: ExitStatus?
    for path in paths {
      do { try body(path) } catch let end as CommandEnd { throw end } catch let failure as OutputFailure {
        throw failure
      } catch {
        let failure = CommandFailure(path.given, error)
        Console.fail(failure)
        worst = worst.map { max($0, failure.status) } ?? failure.status
      }
    }
    if let worst { throw CommandEnd(status: worst) }
  }

  /// The same where `body` prints: what is done is printed, also when something else failed.
  package static func run(_ paths: [ItemPath], to writer: ByteWriter, _ body: (ItemPath) throws -> Void) throws {
    try writer.flushing { try run(paths, body) }
  }
}
