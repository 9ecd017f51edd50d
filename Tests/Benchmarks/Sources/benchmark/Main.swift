import CProbes
import Glibc

@main
enum Main {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch arguments.first {
      case "--help", "-h": Console.print(Options.help)
      case "make-tree": try makeTree(arguments.dropFirst())
      case "walk": try walk(arguments.dropFirst())
      default: try measure(Options(arguments))
      }
    } catch {
      Console.note("\(error)")
      exit(1)
    }
  }

  private static func measure(_ options: Options) throws {
    Cleanup.handleSignals()
    defer { Cleanup.everything() }
    let bench = try Bench(options)
    let rows = options.chosenRows
    let (legend, header) = options.isPaired ? (PairTable.legend, PairTable.header) : (Table.legend, Table.header)
    let runs = "\(options.runs) \(options.isPaired ? "pairs" : "runs")"
    Console.print("\(options.items) items, \(runs). \(legend)\n\n\(header)")
    for row in rows {
      bench.run(row)
      Console.print(options.isPaired ? PairTable.rendering(row, bench.results) : Table.rendering(row, bench.results))
    }
    if !bench.results.remarks.isEmpty {
      Console.print("\nRemarks")
      for remark in bench.results.remarks { Console.print("  \(remark)") }
    }
    if let json = options.json { try JSONReport(rows: rows, results: bench.results, options: options).write(to: json) }
  }

  private static func makeTree(_ arguments: ArraySlice<String>) throws {
    var numbers = ["--items": 0, "--flat": 0, "--data": 0]
    var folder: String?
    var words = arguments
    while let word = words.popFirst() {
      if numbers[word] != nil, let value = words.popFirst() {
        numbers[word] = try Options.number(value, of: word)
      } else {
        folder = word
      }
    }
    guard let folder else { throw Failure("make-tree wants a folder") }
    if !File.exists(folder) { try File.makeDirectory(folder) }
    let shape = Shape(items: numbers["--items"]!, flat: numbers["--flat"]!, data: numbers["--data"]!)
    try TreeMaker(shape: shape).make(in: folder)
  }

  private static func walk(_ arguments: ArraySlice<String>) throws {
    guard let folder = arguments.first else { throw Failure("walk wants a folder") }
    let result = try Walk.run(folder, WALK_STAT_DEEP)
    Console.print(
      "\(result.items) items in \(result.directories) folders, \(Format.number(Walk.rate(result))) items/s, "
        + "checksum \(String(result.checksum, radix: 16))")
  }
}
