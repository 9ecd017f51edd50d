/// A row of the page “Goals”: what is measured, what is hoped for, and how it is measured.
struct Row: Sendable {
  let name: String
  let about: String
  let measures: [Measure]
  /// Rows over a million items, which only `--large` and `--rows` run.
  var isLarge = false
  /// Whether two builds can be compared in it.
  var isPaired = true
  let run: @Sendable (Bench) throws -> Void

  /// In the order of the report.
  static let all: [Row] =
    [
      StatRow.row, LookupRow.row,
      FindRow.row(isLarge: false), FindRow.row(isLarge: true),
      ListRow.row, NamesRow.row,
      TailRow.row, LineRow.row, SeenRow.row, WatchRow.row,
      MountRow.row(isLarge: false), MountRow.row(isLarge: true),
      ImportRow.row,
      SmallOperationsRow.row, RepositoryRow.row, ReadRow.row, WriteRow.row, ChangesRow.row, ProviderRow.row,
      LivingRow.row,
    ]
}
