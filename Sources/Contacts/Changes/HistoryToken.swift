import FileProviderStore
package import Foundation

/// Where the history of changes was: an anchor in the log of each domain.
package struct HistoryToken {
  private static let version: UInt8 = 1

  private(set) var anchors: [ContinuationToken]

  init(_ anchors: [ContinuationToken]) { self.anchors = anchors }

  /// - Returns: Nil of what is no token of this module.
  package init?(_ data: Data) {
    let bytes = Array(data)
    guard bytes.count >= 2, bytes[0] == Self.version else { return nil }
    let (count, rest) = (Int(bytes[1]), bytes.dropFirst(2))
    guard count > 0 ? rest.count % count == 0 : rest.isEmpty else { return nil }
    anchors = []
    for index in 0..<count {
      let length = rest.count / count
      let part = rest.dropFirst(index * length).prefix(length)
      guard let anchor = try? ContinuationToken(data: Data(part), kind: .anchor) else { return nil }
      anchors.append(anchor)
    }
  }

  var data: Data { anchors.reduce(into: Data([Self.version, UInt8(clamping: anchors.count)])) { $0 += $1.data } }
}
