import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import FileProviderWebDAV
import Foundation
import Glibc

/// `domain test [NAME] [--trace-requests] [--json]`
struct DomainTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Probe the WebDAV server of a domain.",
    discussion: """
      Writes a small file on the server, reads it back, compares the versions that a listing, PUT and GET report, and removes it. Prints a line for \
      each capability: “ok”, or “--” with the consequence when it is missing. The exit status is 1 if the file cannot be read back. A mount in use \
      keeps the capabilities that were known when its provider's process started.
      """)
  @OptionGroup var domain: DomainOptions
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false
  @Flag(help: "Print each request and response to standard error, without secrets.") var traceRequests = false
  @Argument(help: "The name of the domain.", completion: Candidates.domains) var name: String?

  func run() throws {
    let name = try name.map { try DomainName($0) } ?? domain.domain()
    let store = try DomainDirectory.open(name)
    guard let carried = try CarriedProvider(of: store, name) else {
      throw CommandFailure("domain “\(name)”", "not a WebDAV domain", status: .unavailable)
    }
    if traceRequests { setenv("FILEPROVIDER_TRACE_REQUESTS", "1", 1) }
    let connection = try WebDAVConnection(carried.settings)
    try connection.remember(in: store, domain: name)
    let writer = ByteWriter()
    for finding in connection.findings {
      if isJSON {
        var object = try JSONObject(writer)
        try object.add("key", finding.key)
        try object.add("capability", finding.text)
        try object.add("ok", finding.isGood)
        try object.end()
        try writer.append(UInt8(ascii: "\n"))
      } else {
        try writer.append("\(finding.isGood ? "ok" : "--")  \(finding.text)\n")
      }
    }
    try writer.flush()
    if connection.findings.contains(where: { $0.key == "reading" && !$0.isGood }) { throw CommandEnd(status: .failed) }
  }
}
