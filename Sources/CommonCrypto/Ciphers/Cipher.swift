import CCipher

/// A cipher at work, behind a `CCCryptorRef`.
final class Cipher {
  private let handle: OpaquePointer
  private let block: Int
  private let isEncrypting: Bool
  private let isPadded: Bool
  /// How many of the bytes taken in were not given out.
  private(set) var held = 0

  private init(_ handle: OpaquePointer, block: Int, isEncrypting: Bool, isPadded: Bool) {
    self.handle = handle
    self.block = block
    self.isEncrypting = isEncrypting
    self.isPadded = isPadded
  }

  deinit { fileprovider_cipher_free(handle) }

  /// A failure, as `CCCryptorStatus`.
  struct Failure: Error {
    var status: CCCryptorStatus
    init(_ status: Int) { self.status = CCCryptorStatus(status) }
  }

  /// - Parameter vector: As many bytes as a block has, or nil for zeros.
  static func begin(
    _ operation: CCOperation, _ algorithm: CCAlgorithm, _ mode: CCMode, isPadded: Bool, key: UnsafeRawBufferPointer,
    vector: UnsafeRawPointer?
  ) throws(Failure) -> Cipher {
    guard operation <= 1, let key8 = key.bindMemory(to: UInt8.self).baseAddress else { throw Failure(kCCParamError) }
    let block: Int
    let name: String
    switch Int(algorithm) {
    case kCCAlgorithmAES:
      guard [16, 24, 32].contains(key.count) else { throw Failure(kCCKeySizeError) }
      (block, name) = (kCCBlockSizeAES128, "AES-\(key.count * 8)")
    case kCCAlgorithm3DES:
      guard key.count == kCCKeySize3DES else { throw Failure(kCCKeySizeError) }
      (block, name) = (kCCBlockSize3DES, "DES-EDE3")
    default: throw Failure(kCCUnimplemented)
    }
    let modes = [
      kCCModeECB: "ECB", kCCModeCBC: "CBC", kCCModeCFB: "CFB", kCCModeCTR: "CTR", kCCModeOFB: "OFB",
      kCCModeCFB8: "CFB8",
    ]
    guard let modeName = modes[Int(mode)] else { throw Failure(kCCUnimplemented) }
    let isBlocks = Int(mode) == kCCModeECB || Int(mode) == kCCModeCBC
    let handle = fileprovider_cipher_new(
      name + "-" + modeName, operation == kCCEncrypt, isPadded && isBlocks, key8,
      vector?.assumingMemoryBound(to: UInt8.self))
    guard let handle else { throw Failure(kCCUnimplemented) }
    return Cipher(
      handle, block: isBlocks ? block : 1, isEncrypting: operation == kCCEncrypt, isPadded: isPadded && isBlocks)
  }

  /// How much room there has to be for what becomes of some bytes.
  func room(for count: Int, isLast: Bool) -> Int {
    let all = held + count
    guard block > 1 else { return all }
    if isLast, isPadded, isEncrypting { return all / block * block + block }
    return isLast ? all : all / block * block
  }

  /// - Returns: How many bytes were written.
  func add(_ bytes: UnsafeRawBufferPointer, to out: UnsafeMutablePointer<UInt8>) throws(Failure) -> Int {
    guard let start = bytes.bindMemory(to: UInt8.self).baseAddress, !bytes.isEmpty else { return 0 }
    let written = fileprovider_cipher_update(handle, start, bytes.count, out)
    guard written >= 0 else { throw Failure(kCCParamError) }
    held += bytes.count - written
    return written
  }

  /// - Returns: How many bytes were written.
  func finish(to out: UnsafeMutablePointer<UInt8>) throws(Failure) -> Int {
    let isWhole = held % block == 0
    guard isWhole || (isPadded && isEncrypting) else { throw Failure(kCCAlignmentError) }
    let written = fileprovider_cipher_finish(handle, out)
    guard written >= 0 else { throw Failure(kCCDecodeError) }
    held = 0
    return written
  }

  func reset(_ vector: UnsafeRawPointer?) throws(Failure) {
    guard fileprovider_cipher_reset(handle, vector?.assumingMemoryBound(to: UInt8.self)) else {
      throw Failure(kCCParamError)
    }
    held = 0
  }
}
