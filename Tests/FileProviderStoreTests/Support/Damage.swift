import Foundation
import Glibc
import TestSupport

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

/// Something that is no file, in the place of contents.
enum NotContents: String, CaseIterable {
  case fifo = "a FIFO"
  case link = "a symbolic link"
  case folder = "a directory"

  func replace(_ file: URL) throws {
    try FileManager.default.removeItem(at: file)
    let result =
      switch self {
      case .fifo: mkfifo(file.path, 0o600)
      case .link: symlink("elsewhere", file.path)
      case .folder: mkdir(file.path, 0o700)
      }
    guard result == 0 else { throw SupportFailure("cannot make \(file.path)") }
  }
}
