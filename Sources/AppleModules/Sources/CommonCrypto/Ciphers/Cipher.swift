import CCrypto

/// A cipher at work, behind a `CCCryptorRef`.
final class Cipher {
  private let handle: OpaquePointer
  private let block: Int
  private let isEncrypting: Bool
  private let isPadded: Bool
  /// How many of the bytes taken in were not given out.
  private var held = 0
  /// What is left, once it was made and until somebody has room for it.
  private let last: UnsafeMutableBufferPointer<UInt8>
  private var lastCount: Int?

  private init(_ handle: OpaquePointer, block: Int, isEncrypting: Bool, isPadded: Bool) {
    self.handle = handle
    self.block = block
    self.isEncrypting = isEncrypting
    self.isPadded = isPadded
    last = .allocate(capacity: 32)
    last.initialize(repeating: 0)
  }

  deinit {
    forgetLast()
    last.deallocate()
    fileprovider_cipher_free(handle)
  }

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
    if isLast { return isPadded && isEncrypting ? all / block * block + block : all }
    // The last block to be decrypted is held back, whole or not: its end may be padding.
    return isPadded && !isEncrypting ? max(all - 1, 0) / block * block : all / block * block
  }

  /// Takes bytes in, and writes what is whole.
  ///
  /// - Parameters:
  ///   - out: May be nil where there has to be no room.
  ///   - room: As much as there has to be for these bytes, or more.
  /// - Returns: How many bytes were written.
  func add(_ bytes: UnsafeRawBufferPointer, to out: UnsafeMutablePointer<UInt8>?, room: Int) throws(Failure) -> Int {
    // What is left was made already, and nothing comes behind it.
    guard lastCount == nil else { throw Failure(kCCParamError) }
    guard let start = bytes.bindMemory(to: UInt8.self).baseAddress, !bytes.isEmpty else { return 0 }
    // OpenSSL 1.1 writes also the block that it holds back.
    let most = (held + bytes.count) / block * block
    if let out, most <= room { return try update(start, bytes.count, out) }
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(most, 1))
    memory.initialize(repeating: 0)
    defer {
      memory.update(repeating: 0)
      memory.deallocate()
    }
    let written = try update(start, bytes.count, memory.baseAddress!)
    out?.update(from: memory.baseAddress!, count: written)
    return written
  }

  private func update(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ out: UnsafeMutablePointer<UInt8>) throws(Failure)
    -> Int
  {
    let written = fileprovider_cipher_update(handle, bytes, count, out)
    guard written >= 0 else { throw Failure(kCCParamError) }
    held += count - written
    return written
  }

  /// Writes what is left. It stays for who comes again with more room.
  ///
  /// - Parameter out: nil when nobody wants it.
  /// - Returns: How many bytes were written.
  func finish(to out: UnsafeMutablePointer<UInt8>?, room: Int) throws(Failure) -> Int {
    let count = if let lastCount { lastCount } else { try makeLast() }
    guard count <= room else { throw Failure(kCCBufferTooSmall) }
    defer { forgetLast() }
    guard let out else { return 0 }
    out.update(from: last.baseAddress!, count: count)
    return count
  }

  private func makeLast() throws(Failure) -> Int {
    let isWhole = held % block == 0
    guard isWhole || (isPadded && isEncrypting) else { throw Failure(kCCAlignmentError) }
    let count = fileprovider_cipher_finish(handle, last.baseAddress!)
    guard count >= 0 else { throw Failure(kCCDecodeError) }
    lastCount = count
    held = 0
    return count
  }

  private func forgetLast() {
    last.update(repeating: 0)
    lastCount = nil
  }

  func reset(_ vector: UnsafeRawPointer?) throws(Failure) {
    guard fileprovider_cipher_reset(handle, vector?.assumingMemoryBound(to: UInt8.self)) else {
      throw Failure(kCCParamError)
    }
    held = 0
    forgetLast()
  }
}
