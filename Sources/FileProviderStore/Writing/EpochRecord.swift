/// What a store records of its epochs, in its settings.
struct EpochRecord: Equatable {
  /// The run of the machine in which the last epoch began, in the system's spelling.
  var boot: String?
  var number: Int64
  /// Whether all commits of the epoch were synchronized at its end, and nothing was committed since.
  var isClean: Bool

  private static let numberKey = "epoch"
  private static let cleanKey = "clean"
  private static let bootKey = "boot"

  init(boot: String?, number: Int64, isClean: Bool) {
    self.boot = boot
    self.number = number
    self.isClean = isClean
  }

  init(_ settings: StoreSettings) throws(StoreError) {
    boot = try settings.text(Self.bootKey)
    number = try settings.integer(Self.numberKey) ?? 0
    isClean = try settings.integer(Self.cleanKey) == number
  }

  /// Writes the record. Part of a transaction.
  func write(to settings: StoreSettings) throws(StoreError) {
    if let boot { try settings.set(Self.bootKey, to: boot) }
    try settings.set(Self.numberKey, to: number)
    if isClean { try settings.set(Self.cleanKey, to: number) } else { try settings.remove(Self.cleanKey) }
  }
}

extension EpochRecord {
  /// The run of the machine in which anything was uploaded last. A new epoch of the store removes it.
  static let pushBoot = "push.boot"
}
