import Foundation

/// What distinguishes errors: the domain and the code.
struct ErrorKind: Hashable {
  let domain: String
  let code: Int

  init(_ error: any Error) {
    let error = error as NSError
    (domain, code) = (error.domain, error.code)
  }
}
