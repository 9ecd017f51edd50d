package import Foundation
import FileProviderStore

/// An error as sent over a connection: its domain and code, and its message.
package struct SentError: Hashable, Sendable {
  package var domain: String
  package var code: Int64
  package var description: String

  private static let longestDomain = 256
  private static let longestDescription = 4096

  package init(_ error: any Error) {
    // The store's own errors have counterparts in the contract.
    let error = (error as? StoreError)?.providerError ?? error as NSError
    domain = error.domain
    code = Int64(error.code)
    description = error.words
  }

  package var error: NSError {
    NSError(domain: domain, code: Int(code), userInfo: [NSLocalizedDescriptionKey: description])
  }

  func write(to writer: inout PayloadWriter) {
    writer.add(domain, atMost: Self.longestDomain)
    writer.add(code)
    writer.add(description, atMost: Self.longestDescription)
  }

  init(_ reader: inout PayloadReader) throws(ProtocolError) {
    domain = try reader.text(atMost: Self.longestDomain)
    code = try reader.number()
    description = try reader.text(atMost: Self.longestDescription)
  }

  package func frame(_ number: UInt64) -> Frame {
    var writer = PayloadWriter()
    write(to: &writer)
    return Frame(.failed, number, writer.bytes)
  }
}
