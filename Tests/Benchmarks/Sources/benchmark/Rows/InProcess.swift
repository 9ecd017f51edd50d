/// Rows that call a module of the project instead of its command, such as the changes a second that the store delivers.
///
/// There are none so far. To add one: give `Package.swift` the dependency `.package(path: "../..")` and this target the
/// product, write the row in a file of its own beside this one, and list it here. A row records its figure for `.ours`
/// with `Bench.record`; a bare loop over SQLite that does the same work may stand in as `.null`.
enum InProcess {
  static let rows: [Row] = []
}
