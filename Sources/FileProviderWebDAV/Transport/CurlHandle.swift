import CCurl
import Foundation

/// One of libcurl's handles, which keeps its connections from request to request. One thread uses it at a time.
final class CurlHandle: @unchecked Sendable {
  // Sendable: `HandlePool` lends it to one thread at a time.
  private let handle: UnsafeMutableRawPointer
  /// The reason of the last failure in libcurl's words.
  private let reason = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// What is shorter is sent without asking first, in bytes.
  private static let expectedLength: Int64 = 1 << 20

  init() throws(WebDAVError) {
    if let problem = fileprovider_curl_load() { throw WebDAVError(.local(String(cString: problem))) }
    guard let handle = fileprovider_curl_new() else { throw WebDAVError(.local("out of memory for libcurl")) }
    self.handle = handle
    reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    fileprovider_curl_set_reasons(handle, reason)
  }

  deinit {
    fileprovider_curl_free(handle)
    reason.deallocate()
  }

  func set(_ option: CURLoption, _ number: Int) { fileprovider_curl_set_number(handle, option, number) }
  func set(_ option: CURLoption, _ text: String?) { fileprovider_curl_set_text(handle, option, text) }

  /// The ways of saying who one is that the server has offered in the last answer.
  var offeredAuthentication: UInt {
    UInt(bitPattern: fileprovider_curl_offered_authentication(handle))
  }

  /// Makes a request.
  ///
  /// - Returns: The head of the answer, whatever its status.
  func perform(_ request: Request, _ transfer: Transfer) throws -> Response {
    set(CURLOPT_URL, request.url)
    // Undoes what an earlier request has set.
    // With the body of an earlier one, libcurl would not begin a file again that it sends a second time, and wait for the rest.
    set(CURLOPT_POSTFIELDS, nil)
    set(CURLOPT_HTTPGET, 1)
    set(CURLOPT_CUSTOMREQUEST, request.method == "GET" ? nil : request.method)
    set(CURLOPT_LOW_SPEED_TIME, request.longestSilence)
    var headers = request.headers.map { "\($0.name): \($0.value)" }
    switch request.body {
    case .none: break
    case .xml(let text):
      setBody(text)
      headers += ["Content-Type: application/xml; charset=utf-8", "Expect:"]
    case .form(let text):
      setBody(text)
      headers += ["Content-Type: application/x-www-form-urlencoded", "Expect:"]
    case .file(_, _, let length):
      set(CURLOPT_UPLOAD, 1)
      fileprovider_curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(length))
      headers.append("Content-Type: \(request.contentType)")
      // Otherwise libcurl first waits for “100 Continue”, longer than sending would take.
      if length < Self.expectedLength { headers.append("Expect:") }
    }
    var list: UnsafeMutablePointer<curl_slist>?
    for header in headers { list = fileprovider_curl_append(list, header) ?? list }
    fileprovider_curl_set_list(handle, CURLOPT_HTTPHEADER, list)
    defer {
      fileprovider_curl_set_list(handle, CURLOPT_HTTPHEADER, nil)
      fileprovider_curl_free_list(list)
    }
    transfer.install(in: handle)
    reason[0] = 0
    let code = withExtendedLifetime(transfer) { fileprovider_curl_perform(handle) }
    if let failure = transfer.failure { throw failure }
    guard code == CURLE_OK else { throw error(code, request, transfer) }
    guard let response = transfer.response else { throw WebDAVError(.badAnswer("no status line")) }
    return response
  }

  private func setBody(_ text: String) {
    set(CURLOPT_POST, 1)
    fileprovider_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, text.utf8.count)
    set(CURLOPT_COPYPOSTFIELDS, text)
  }

  private func error(_ code: CURLcode, _ request: Request, _ transfer: Transfer) -> WebDAVError {
    var text = String(cString: fileprovider_curl_reason(code))
    // The reason may come too late to be read: with TLS 1.3, the server looks at our certificate once it is for us to send.
    if code == CURLE_SEND_ERROR, request.url.hasPrefix("https:") {
      text += "; the server may require a valid client certificate (--client-certificate)"
    }
    // What a proxy refuses ends the connection to it.
    if transfer.response?.status == 407 { return WebDAVError(.status(407)) }
    if let reason = SecurityProblem.reason(code, String(cString: reason)) { return WebDAVError(reason) }
    switch code {
    case CURLE_ABORTED_BY_CALLBACK: return WebDAVError(.cancelled)
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
      return WebDAVError(.network(text))
    default:
      // Refused in the middle of sending is an answer as well.
      if let response = transfer.response, response.status >= 400 {
        return WebDAVError(.status(response.status), retryAfter: response.retryAfter)
      }
      return WebDAVError(request.isChange ? .lostAnswer(text) : .network(text))
    }
  }
}
