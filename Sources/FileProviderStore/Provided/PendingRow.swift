import FileProviderSQLite

/// The row of `pending`: what of an item the provider has not acknowledged.
///
/// An item has at most one, however often it changed. The reader of the log writes it (`notePending`), and it goes with the acknowledgement; the
/// fields say what differs, and what it has become is in the item itself. Times named monotonic are nanoseconds of `CLOCK_MONOTONIC`: one that
/// lies far ahead is of another run of the machine, and has passed.
package struct PendingRow: Sendable, Hashable {
  package enum State: Int64, Sendable {
    /// May be sent.
    case ready = 0
    /// A call is under way.
    case calling = 1
    /// May be sent from the moment `due` on: it has just changed, or a call has failed.
    case later = 2
    /// Is not sent before it changes again, or the provider signals: the provider refused it for good.
    case parked = 3
    /// Stays on this machine until it changes again.
    case local = 4
  }

  /// What is to be sent with a creation.
  package struct Options: OptionSet, Sendable, Hashable {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// An earlier call may have made the item.
    package static let mayAlreadyExist = Options(rawValue: 1)
    /// The provider has other contents, and those here were open when it reported them: it is asked again when they are not. Never sent.
    package static let waitsForReaders = Options(rawValue: 2)
    /// It was in the trash on both sides when it was deleted: it goes with what the provider has in it and does not show. Never sent.
    package static let isEmptied = Options(rawValue: 4)
    /// The provider had it, and is to have it again: it does not stay here by its name. Never sent.
    package static let isRestored = Options(rawValue: 8)
    /// The provider has other contents, which were compared with those here and are not the same: a conflict. Never sent.
    package static let isCompared = Options(rawValue: 16)
    /// The provider has refused the change, and may have done a part of it: it is asked for the item, and then nothing more is sent. Never sent.
    package static let isRefused = Options(rawValue: 32)
    /// Its name is taken at the provider, and it has got another one here: its pauses go on to grow. Never sent.
    package static let isRenamed = Options(rawValue: 64)
  }

  package var item: ItemID
  /// What changed and is not in the call that is under way.
  package var fields: ChangedFields = []
  /// What is in the call that is under way, or was in one that may have happened.
  package var sent: ChangedFields = []
  /// What the provider does not take: it differs here until the item changes again.
  package var kept: ChangedFields = []
  package var state = State.ready { didSet { waitsFor = nil } }
  /// The folder that has to be at the provider first, in the state `later`: nothing is planned before something becomes of it.
  package private(set) var waitsFor: ItemID?
  package var options: Options = []
  /// Whether the provider has reported something of the item that could not be written then: it is asked for the item before the next call.
  package var isStale = false
  /// The first and the newest change that is not acknowledged.
  package var first: Generation
  package var newest: Generation
  /// When the first of them was noted, in microseconds since 1970, for people.
  package var since: Int64
  /// The same, monotonic.
  package var noted: Int64
  /// From when on it may be sent in the state `later`; monotonic.
  package var due: Int64 = 0
  /// How many calls have failed in a row.
  package var attempts: Int64 = 0
  /// The place it has at the provider, if it is known there; at a creation the place that was sent.
  package var oldParent: ItemID?
  package var oldName: FileName?
  /// What the provider answered last, if that was an error.
  package var errorDomain: String?
  package var errorCode: Int64?
  package var errorText: String?

  package init(item: ItemID, at generation: Generation, since: Int64, noted: Int64) {
    self.item = item
    first = generation
    newest = generation
    self.since = since
    self.noted = noted
  }

  /// What is ours while the provider has something else, or may have.
  package var dirty: ChangedFields { fields.union(sent).union(kept) }

  /// Whether anything has become of a folder that the provider does not have yet that concerns what is in it.
  func concernsItems(since former: PendingRow) -> Bool {
    dirty != former.dirty || oldParent != former.oldParent || oldName != former.oldName
      || (state == .local) != (former.state == .local)
  }

  /// Puts the item off until something becomes of the folder that it is in. However many such items there are, they cost other uploads nothing.
  package mutating func wait(for folder: ItemID) {
    state = .later
    due = PushPace.now + PushPace.longestForFolder
    waitsFor = folder
    // It is not what the provider answered before that holds it up now.
    clearError()
  }

  /// Forgets what the provider answered last.
  package mutating func clearError() {
    errorDomain = nil
    errorCode = nil
    errorText = nil
  }

  static let columns = """
    item, fields, sent, kept, state, options, told, first, newest, since, noted, due, attempts, old_parent, old_name, \
    error_domain, error_code, error, waits_for
    """

  init(_ row: StoreStatement) {
    func fields(_ column: Int32) -> ChangedFields {
      ChangedFields(rawValue: Int32(truncatingIfNeeded: row.integer(column)))
    }
    item = ItemID(rawValue: row.integer(0))
    self.fields = fields(1)
    sent = fields(2)
    kept = fields(3)
    state = State(rawValue: row.integer(4)) ?? .ready
    options = Options(rawValue: row.integer(5))
    isStale = row.integer(6) != 0
    first = Generation(rawValue: row.integer(7))
    newest = Generation(rawValue: row.integer(8))
    since = row.integer(9)
    noted = row.integer(10)
    due = row.integer(11)
    attempts = row.integer(12)
    oldParent = row.integerOrNil(13).map { ItemID(rawValue: $0) }
    oldName = row.isNull(14) ? nil : row.name(14)
    errorDomain = row.textOrNil(15)
    errorCode = row.integerOrNil(16)
    errorText = row.textOrNil(17)
    waitsFor = state == .later ? row.integerOrNil(18).map { ItemID(rawValue: $0) } : nil
  }
}

extension ProvidedReader {
  private static let pendingSQL = SQLText("SELECT \(PendingRow.columns) FROM pending WHERE item = ?")

  /// What of an item the provider has not acknowledged, as far as it was noted; `nil` for nothing.
  package func pending(_ id: ItemID) throws(StoreError) -> PendingRow? {
    let statement = try reader.statement(Self.pendingSQL)
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? PendingRow(statement) : nil
  }
}

extension ProvidedReader {
  func isAnythingWaiting(for folder: ItemID) throws(StoreError) -> Bool {
    try reader.findsRow("SELECT 1 FROM pending WHERE waits_for = ? LIMIT 1", folder.rawValue)
  }
}
