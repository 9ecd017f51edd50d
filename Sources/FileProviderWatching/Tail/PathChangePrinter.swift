import FileProviderDomains
package import FileProviderProgram
package import FileProviderStore
import LinuxSystem

/// Prints only the paths of changes, as bytes with a zero byte after each, as `xargs -0` reads them.
package final class PathChangePrinter: ChangePrinter {
  private let writer: ByteWriter
  private let paths = FolderPaths(nowhere: "/")

  package init(writer: ByteWriter) { self.writer = writer }

  package func forgetPaths() { paths.forgetAll() }

  package func printDropEverything(at generation: Generation, resume: ContinuationToken) throws {}

  package func printAnchor(_ token: ContinuationToken, at generation: Generation) throws {
    // What follows is about paths that are printed already.
    try writer.flush()
    Console.line("anchor: \(token.text)")
  }

  package func printChange(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws {
    let path = try paths.shown(change.item, named: change.name, in: change.parent, reader)
    try writer.append(path.spelledBytes)
    try writer.append(0 as UInt8)
  }
}
