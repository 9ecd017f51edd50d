import Foundation

// Measures a replica of a provider that costs nothing itself, for the benchmark's row `provider`:
//
//     ReplicaMeter METER COUNT DIRECTORY
//
// makes a store in DIRECTORY, which must not exist yet, and prints one line of JSON. METER is
//
//     pull      COUNT items in folders of 12, listed: items a second, and processor time for each in µs
//     flat      the same in one folder
//     facts     as pull, where the provider says whose each item is and a fact of its own; and the rows of the log for each item
//     metadata  COUNT documents renamed here, told to a provider that takes 20 ms for each call: calls a second
//     contents  the same with new contents
//     signal    COUNT changes at the provider: milliseconds from its signal until the store has it
//     memory    COUNT items listed, a tenth of them renamed while there is no way to the server: MiB
//     deletion  COUNT items listed, and the provider tells that six folders of ten are gone, which is held: MiB
//     deletions the same where it tells each item in them, too
@main
enum Main {
  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count == 3, let count = Int(words[1]), count > 1 else { usage() }
    let directory = URL(fileURLWithPath: words[2])
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    let figures: Meters.Figures
    switch words[0] {
    case "pull": figures = try await Meters.pull(count, filesInFolder: 12, in: directory)
    case "flat": figures = try await Meters.pull(count, filesInFolder: count - 1, in: directory)
    case "facts": figures = try await Meters.pull(count, filesInFolder: 12, tellsFacts: true, in: directory)
    case "metadata": figures = try await Meters.push(count, in: directory) { try $0.rename($1) }
    case "contents": figures = try await Meters.push(count, in: directory) { try $0.write($1) }
    case "signal": figures = try await Meters.signal(count * 10, count, in: directory)
    case "memory": figures = try await Meters.memory(count, count / 10, in: directory)
    case "deletion": figures = try await Meters.deletion(count, tellsFolders: true, in: directory)
    case "deletions": figures = try await Meters.deletion(count, tellsFolders: false, in: directory)
    default: usage()
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    print(String(decoding: try encoder.encode(figures), as: UTF8.self))
  }

  private static func usage() -> Never {
    FileHandle.standardError.write(
      Data(
        "usage: ReplicaMeter pull|flat|facts|metadata|contents|signal|memory|deletion|deletions COUNT DIRECTORY\n".utf8
      ))
    exit(64)
  }
}
