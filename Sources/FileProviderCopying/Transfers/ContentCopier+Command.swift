package import FileProviderProgram
package import FileProviderStore

extension ContentCopier {
  /// A copier for a command: it ends in the middle of a file when somebody interrupts the command.
  ///
  /// - Parameter tally: Counts the bytes.
  package static func ofCommand(counting tally: TransferTally? = nil) -> ContentCopier {
    ContentCopier { count in
      tally?.add { $0.bytes += count }
      return !Interruption.hasCome
    }
  }
}

extension CommandEnd {
  /// Copies; a copy that was interrupted ends the command.
  package static func unlessInterrupted<Result>(_ copy: () throws(StoreError) -> Result) throws -> Result {
    do throws(StoreError) { return try copy() } catch {
      throw error.code == .interrupted ? CommandEnd(status: .interrupted) : error
    }
  }
}
