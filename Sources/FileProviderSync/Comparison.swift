/// How the bytes that a statement is about compare with some that are known here.
enum Comparison {
  case equal(Contents)
  case other
  /// They have to be downloaded first.
  case unknown
}
