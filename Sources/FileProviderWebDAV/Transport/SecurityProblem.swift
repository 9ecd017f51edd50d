import CCurl

/// Why this machine and a server do not trust each other, with a remedy. libcurl has a few codes for it; the rest is in its text, which
/// OpenSSL and GnuTLS word differently.
enum SecurityProblem {
  /// - Returns: `nil` for what has other reasons.
  static func reason(_ code: CURLcode, _ text: String) -> WebDAVError.Reason? {
    switch code {
    case CURLE_SSL_CACERT_BADFILE: return .local("cannot use the file of trusted certificates: \(text)")
    case CURLE_SSL_CERTPROBLEM: return .local("cannot use the client certificate or its key: \(text)")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_PINNEDPUBKEYNOTMATCH: return .certificate(words(text))
    default: break
    }
    if code == CURLE_SSL_CONNECT_ERROR, isOtherProtocol(text) { return .network(WebDAVError.noTLS) }
    // GnuTLS does not report why a server ended a handshake. After a complete one, the client certificate is missing or untrusted.
    let lower = text.lowercased()
    let isRefusal = lower.contains("handshake failed") || code == CURLE_RECV_ERROR && lower.contains("tls fatal alert")
    if isRefusal { return .ownCertificate(text) }
    // The server ends the connection when it misses a certificate, at any time.
    guard text.contains("alert") else {
      return code == CURLE_SSL_CONNECT_ERROR
        ? .certificate(words(text)) : nil
    }
    let isAboutOurs = ["certificate", "unknown ca", "handshake failure"].contains { lower.contains($0) }
    return isAboutOurs ? .ownCertificate(text) : code == CURLE_SSL_CONNECT_ERROR ? .certificate(text) : nil
  }

  private static let known: [(words: [String], meaning: String)] = [
    (["not yet valid", "not yet activated"], "not valid yet; check this machine's clock"),
    (["expired"], "expired"),
    (["does not match target host", "no alternative certificate subject name matches"], "issued for another host"),
    (
      [
        "local issuer certificate", "self-signed", "self signed", "unable to get issuer", "signature failure",
        "issuer is unknown",
      ],
      "not signed by an authority that this machine trusts; name a file with the authority's certificate with --ca"
    ),
    (["revoked"], "revoked"),
    (
      // GnuTLS's words for both.
      ["certificate verification failed"],
      "expired, or not signed by an authority that this machine trusts; name a file with the authority's certificate with --ca"
    ),
  ]

  /// Whether the answer is none of TLS.
  private static func isOtherProtocol(_ text: String) -> Bool {
    let lower = text.lowercased()
    return text.isEmpty
      || ["wrong version number", "unexpected message", "unexpected tls packet"].contains { lower.contains($0) }
  }

  private static func words(_ text: String) -> String {
    let lower = text.lowercased()
    guard let meaning = known.first(where: { $0.words.contains { lower.contains($0) } })?.meaning else { return text }
    return "\(meaning) (\(text))"
  }
}
