/// A change that the load makes, one system call each. `open` makes a file the current one, which the others without a path mean.
enum LoadOperation {
  case create(String)
  case open(String)
  case write(block: Int, blocks: Int, version: UInt64)
  case resize(blocks: Int)
  case synchronize
  case close
  case rename(String, String)
  case unlink(String)
  case makeDirectory(String)
  case removeDirectory(String)
  case symlink(String, target: String)
  case setMode(String, UInt32)
  case setAttribute(String, version: UInt64)

  /// The operation as words of a journal line.
  var words: [String] {
    switch self {
    case .create(let path): ["create", path]
    case .open(let path): ["open", path]
    case .write(let block, let blocks, let version): ["write", "\(block)", "\(blocks)", "\(version)"]
    case .resize(let blocks): ["resize", "\(blocks)"]
    case .synchronize: ["synchronize"]
    case .close: ["close"]
    case .rename(let from, let to): ["rename", from, to]
    case .unlink(let path): ["unlink", path]
    case .makeDirectory(let path): ["mkdir", path]
    case .removeDirectory(let path): ["rmdir", path]
    case .symlink(let path, let target): ["symlink", path, target]
    case .setMode(let path, let mode): ["mode", path, "\(mode)"]
    case .setAttribute(let path, let version): ["attribute", path, "\(version)"]
    }
  }

  init?(words: [String]) {
    let numbers = words.map { UInt64($0) ?? 0 }
    switch (words.first, words.count) {
    case ("create", 2): self = .create(words[1])
    case ("open", 2): self = .open(words[1])
    case ("write", 4): self = .write(block: Int(numbers[1]), blocks: Int(numbers[2]), version: numbers[3])
    case ("resize", 2): self = .resize(blocks: Int(numbers[1]))
    case ("synchronize", 1): self = .synchronize
    case ("close", 1): self = .close
    case ("rename", 3): self = .rename(words[1], words[2])
    case ("unlink", 2): self = .unlink(words[1])
    case ("mkdir", 2): self = .makeDirectory(words[1])
    case ("rmdir", 2): self = .removeDirectory(words[1])
    case ("symlink", 3): self = .symlink(words[1], target: words[2])
    case ("mode", 3): self = .setMode(words[1], UInt32(numbers[2]))
    case ("attribute", 3): self = .setAttribute(words[1], version: numbers[2])
    default: return nil
    }
  }
}
