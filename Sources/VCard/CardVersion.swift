/// A version of vCard.
package enum CardVersion: String, Sendable {
  /// The specification of 1996. It is read, and converted before a line of it is written anew.
  case v2 = "2.1"
  /// RFC 2426.
  case v3 = "3.0"
  /// RFC 6350.
  case v4 = "4.0"
}
