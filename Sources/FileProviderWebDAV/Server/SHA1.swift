import Crypto

/// SHA-1 (FIPS 180-4) of what comes piece by piece. It finds damage, and guards no secret.
struct SHA1 {
  private var function = Insecure.SHA1()

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    function.update(bufferPointer: bytes)
  }

  func finish() -> [UInt8] { Array(function.finalize()) }
}
