import TestSupport

/// What a proxy does to one request.
enum Fault: Hashable, Sendable {
  case none
  /// The request never arrives, and the connection ends.
  case cutBefore
  /// A part of the request arrives.
  case cutInside
  /// The request is done, and the answer is lost.
  case loseAnswer
  /// A part of the answer arrives.
  case truncate
  case delay
  /// The request is done twice, and the answer to the second is told.
  case duplicate
  /// The request is not done.
  case refuse(Int)
  /// The request is done, and its answer is replaced by what gateways say.
  case replace(Int)
  /// The request is done, and its answer has no version.
  case dropTag
  /// The request is not done, since a token of OAuth is wanted.
  case wantToken

  static let refusals = [401, 403, 409, 412, 423, 429, 500, 503, 507]
  static let replacements = [500, 502, 503, 504]

  static func random(using random: inout SeededGenerator) -> Fault {
    switch Int.random(in: 0..<40, using: &random) {
    case 0: .cutBefore
    case 1: .cutInside
    case 2: .loseAnswer
    case 3: .truncate
    case 4: .delay
    case 5: .duplicate
    case 6, 7, 8, 9: .refuse(refusals.randomElement(using: &random) ?? 503)
    case 10: .replace(replacements.randomElement(using: &random) ?? 502)
    default: .none
    }
  }
}
