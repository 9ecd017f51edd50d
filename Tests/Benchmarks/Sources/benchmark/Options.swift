/// The command line of a run.
struct Options {
  static let help = """
    usage: benchmark [OPTION...]
           benchmark make-tree [--items N] [--flat N] [--data BYTES] FOLDER
           benchmark walk FOLDER

    Measures a mount of `fileprovider` against a server that does nothing, a plain folder and bindfs.

      --quick               10 000 items instead of 100 000
      --large               also the rows over 1 000 000 items
      --rows A,B,...        only these rows
      --runs N              how often each is measured (5; with --quick 3)
      --json FILE           write every sample to FILE as well
      --fileprovider PATH   the command to measure; otherwise $FILEPROVIDER, otherwise the release build of this checkout
      --against PATH        compare with another build of the command instead: pairs of runs, one of each build, 15 unless
                            --runs says otherwise; given are the medians, the median of the pairs' ratios with the interval
                            that holds it with 95 % probability, and the same of the processor time. The rows that only
                            measure one build are left out
      --limit SECONDS       a row that takes longer is given up (900)
      --help

    Rows: \(Row.all.map(\.name).joined(separator: " "))

    Everything is made in a folder under $TMPDIR and removed at the end, also after Ctrl-C.
    `make-tree` makes the tree of the benchmarks in FOLDER; `walk` says how long a visit of every item of FOLDER takes.
    """

  var items = 100_000
  var isQuick = false
  var isLarge = false
  var runs = 5
  var limit = 900.0
  var rows: [String] = []
  var json: String?
  var fileprovider: String?
  var against: String?

  init(_ arguments: [String]) throws {
    var runs: Int?
    var words = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = words.popFirst() else { throw Failure("\(option) wants a value") }
      return value
    }
    while let word = words.popFirst() {
      switch word {
      case "--quick": isQuick = true
      case "--large": isLarge = true
      case "--rows": rows = try value(of: word).split(separator: ",").map(String.init)
      case "--runs": runs = try Options.number(value(of: word), of: word)
      case "--limit": limit = Double(try Options.number(value(of: word), of: word))
      case "--json": json = try value(of: word)
      case "--fileprovider": fileprovider = try value(of: word)
      case "--against": against = try value(of: word)
      default: throw Failure("unknown argument \(word); see --help")
      }
    }
    if isQuick { items = 10_000 }
    self.runs = runs ?? (isPaired ? 15 : isQuick ? 3 : 5)
    for name in rows {
      guard let row = Row.all.first(where: { $0.name == name }) else {
        throw Failure("no row is called \(name); see --help")
      }
      if isPaired && !row.isPaired { throw Failure("the row \(name) measures one build only") }
    }
  }

  static func number(_ text: String, of option: String) throws -> Int {
    guard let number = Int(text), number > 0 else { throw Failure("\(option) wants a positive number, not \(text)") }
    return number
  }

  /// Whether two builds are compared.
  var isPaired: Bool { against != nil }

  /// The rows to run, in the order of the report.
  var chosenRows: [Row] {
    Row.all.filter { row in
      if isPaired && !row.isPaired { return false }
      return rows.isEmpty ? isLarge || !row.isLarge : rows.contains(row.name)
    }
  }

  /// What a row does so often with 100 000 items, in proportion to the items.
  func scaled(_ count: Int) -> Int { isQuick ? max(1, count / 5) : count }
}
