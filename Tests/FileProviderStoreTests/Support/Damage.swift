import Foundation

/// A way to damage a file.
enum Damage: CaseIterable {
  case oneByte, cut, zeroed, gone

  func strike(_ file: URL) throws {
    var data = try Data(contentsOf: file)
    switch self {
    case .oneByte: data[data.count / 2] ^= 1
    case .cut: data.removeLast(data.count / 2)
    case .zeroed: data = Data(count: data.count)
    case .gone: return try FileManager.default.removeItem(at: file)
    }
    try data.write(to: file)
  }
}
