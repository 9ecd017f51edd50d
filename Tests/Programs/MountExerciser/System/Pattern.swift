import TestSupport

/// Contents that tell where they come from.
enum Pattern {
  static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return generator.bytes(count)
  }
}
