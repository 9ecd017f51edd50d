import FileProviderSync

/// What a power cut leaves of a machine: its state when it was last synchronized. And what the oracle has to know of all
/// that came later.
struct Disk {
  private(set) var machine: Machine
  /// The listings that were cut or lagged by then.
  private(set) var badListings: [[Int]: Moment]
  /// How long the provider's log was when it last forgot anchors.
  var expired = 0
  /// Writings that were made since.
  var made: Set<Int> = []
  /// Writings that were replaced, deleted or sent since.
  var unconfirmed: Set<Int> = []
  /// How many items got an identifier since: they were created at the provider, taken for one with another, or moved where
  /// identifiers are paths.
  var identities = 0
  /// What this machine's user alone edits is nobody's wish any more once some of it was lost.
  private(set) var hasLost = false

  init(_ machine: Machine, badListings: [[Int]: Moment] = [:]) {
    self.machine = machine
    self.badListings = badListings
  }

  /// All that there is becomes durable.
  mutating func synchronize(_ machine: Machine, _ badListings: [[Int]: Moment]) {
    self.machine = machine
    self.badListings = badListings
    made = []
    unconfirmed = []
    identities = 0
  }

  /// The machine as it starts again.
  mutating func restore(after last: Machine) -> Machine {
    var restored = machine
    restored.epoch = last.epoch
    restored.tables.minute = last.tables.minute
    restored.tables.start = last.tables.start + 1
    if restored.anchor < expired { restored.anchor = -1 }
    hasLost = true
    return restored
  }
}
