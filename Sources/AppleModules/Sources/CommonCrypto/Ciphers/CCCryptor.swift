/// A cipher at work.
public typealias CCCryptorRef = OpaquePointer

private func cipher(_ reference: CCCryptorRef?) -> Cipher? {
  reference.map { Unmanaged<Cipher>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

/// What a body answers, or the status of its failure.
private func status(_ body: () throws(Cipher.Failure) -> Void) -> CCCryptorStatus {
  do throws(Cipher.Failure) { try body() } catch { return error.status }
  return CCCryptorStatus(kCCSuccess)
}

/// Encrypts or decrypts a whole.
///
/// - Returns: `kCCSuccess`; `kCCBufferTooSmall`, when `dataOutMoved` tells how much room there has to be; `kCCAlignmentError` for bytes that are no
///   whole blocks; `kCCDecodeError` for what has no padding at its end, which differs from macOS; `kCCKeySizeError`; `kCCUnimplemented` for a
///   cipher that is not here; `kCCParamError`.
@discardableResult
public func CCCrypt(
  _ op: CCOperation, _ alg: CCAlgorithm, _ options: CCOptions, _ key: UnsafeRawPointer!, _ keyLength: Int,
  _ iv: UnsafeRawPointer!, _ dataIn: UnsafeRawPointer!, _ dataInLength: Int, _ dataOut: UnsafeMutableRawPointer!,
  _ dataOutAvailable: Int, _ dataOutMoved: UnsafeMutablePointer<Int>!
) -> CCCryptorStatus {
  var reference: CCCryptorRef?
  let begun = CCCryptorCreate(op, alg, options, key, keyLength, iv, &reference)
  guard begun == kCCSuccess, let working = cipher(reference) else { return begun }
  defer { CCCryptorRelease(reference) }
  let room = working.room(for: max(dataInLength, 0), isLast: true)
  guard room <= dataOutAvailable || (op == kCCDecrypt && dataOutAvailable >= 0) else {
    dataOutMoved?.pointee = room
    return CCCryptorStatus(kCCBufferTooSmall)
  }
  return status { () throws(Cipher.Failure) in
    guard let source = bytes(dataIn, dataInLength), dataOut != nil || room == 0 else {
      throw Cipher.Failure(kCCParamError)
    }
    // Decrypted bytes may be fewer than those taken in: how many is known when they are there.
    var result = [UInt8](repeating: 0, count: room + 16)
    defer { for index in result.indices { result[index] = 0 } }
    var written = 0
    var failure: Cipher.Failure?
    result.withUnsafeMutableBufferPointer { memory in
      do throws(Cipher.Failure) {
        written = try working.add(source, to: memory.baseAddress!, room: memory.count)
        written += try working.finish(to: memory.baseAddress! + written, room: memory.count - written)
      } catch { failure = error }
    }
    if let failure { throw failure }
    dataOutMoved?.pointee = written
    guard written <= dataOutAvailable else { throw Cipher.Failure(kCCBufferTooSmall) }
    if written > 0 { dataOut.copyMemory(from: result, byteCount: written) }
  }
}

/// Begins.
///
/// - Parameters:
///   - options: `kCCOptionPKCS7Padding` and `kCCOptionECBMode`.
///   - iv: As many bytes as a block has, or nil for zeros.
///   - cryptorRef: Where it is; `CCCryptorRelease` ends it.
@discardableResult
public func CCCryptorCreate(
  _ op: CCOperation, _ alg: CCAlgorithm, _ options: CCOptions, _ key: UnsafeRawPointer!, _ keyLength: Int,
  _ iv: UnsafeRawPointer!, _ cryptorRef: UnsafeMutablePointer<CCCryptorRef?>!
) -> CCCryptorStatus {
  let mode = options & CCOptions(kCCOptionECBMode) != 0 ? kCCModeECB : kCCModeCBC
  return CCCryptorCreateWithMode(
    op, CCMode(mode), alg, options & CCOptions(kCCOptionPKCS7Padding), iv, key, keyLength, nil, 0, 0, 0, cryptorRef)
}

/// Begins.
///
/// - Parameters:
///   - tweak: Without effect: it belongs to a mode that is not here.
///   - options: Without effect: numbers count with the highest byte first.
@discardableResult
public func CCCryptorCreateWithMode(
  _ op: CCOperation, _ mode: CCMode, _ alg: CCAlgorithm, _ padding: CCPadding, _ iv: UnsafeRawPointer!,
  _ key: UnsafeRawPointer!, _ keyLength: Int, _ tweak: UnsafeRawPointer!, _ tweakLength: Int, _ numRounds: Int32,
  _ options: CCModeOptions, _ cryptorRef: UnsafeMutablePointer<CCCryptorRef?>!
) -> CCCryptorStatus {
  status { () throws(Cipher.Failure) in
    guard let cryptorRef, let key = bytes(key, keyLength) else { throw Cipher.Failure(kCCParamError) }
    let begun = try Cipher.begin(op, alg, mode, isPadded: padding != 0, key: key, vector: iv)
    cryptorRef.pointee = OpaquePointer(Unmanaged.passRetained(begun).toOpaque())
  }
}

/// How much room there has to be for what becomes of some bytes.
public func CCCryptorGetOutputLength(_ cryptorRef: CCCryptorRef!, _ inputLength: Int, _ final: Bool) -> Int {
  cipher(cryptorRef)?.room(for: inputLength, isLast: final) ?? 0
}

/// Takes bytes in, and writes what is whole.
///
/// - Parameter dataOut: May be nil where nothing is written.
/// - Returns: `kCCSuccess`; `kCCBufferTooSmall`, when `dataOutMoved` tells how much room there has to be; `kCCParamError`.
@discardableResult
public func CCCryptorUpdate(
  _ cryptorRef: CCCryptorRef!, _ dataIn: UnsafeRawPointer!, _ dataInLength: Int, _ dataOut: UnsafeMutableRawPointer!,
  _ dataOutAvailable: Int, _ dataOutMoved: UnsafeMutablePointer<Int>!
) -> CCCryptorStatus {
  status { () throws(Cipher.Failure) in
    guard let working = cipher(cryptorRef), let source = bytes(dataIn, dataInLength) else {
      throw Cipher.Failure(kCCParamError)
    }
    dataOutMoved?.pointee = 0
    guard !source.isEmpty else { return }
    let room = working.room(for: dataInLength, isLast: false)
    guard room <= dataOutAvailable else {
      dataOutMoved?.pointee = room
      throw Cipher.Failure(kCCBufferTooSmall)
    }
    guard dataOut != nil || room == 0 else { throw Cipher.Failure(kCCParamError) }
    let written = try working.add(source, to: dataOut?.assumingMemoryBound(to: UInt8.self), room: dataOutAvailable)
    dataOutMoved?.pointee = written
  }
}

/// Writes what is left.
///
/// - Parameter dataOut: May be nil, when nothing is written.
/// - Returns: `kCCSuccess`; `kCCBufferTooSmall`, after which it may be called again with more room; `kCCAlignmentError` for bytes that were no
///   whole blocks; `kCCDecodeError` for what has no padding at its end, which differs from macOS; `kCCParamError`.
@discardableResult
public func CCCryptorFinal(
  _ cryptorRef: CCCryptorRef!, _ dataOut: UnsafeMutableRawPointer!, _ dataOutAvailable: Int,
  _ dataOutMoved: UnsafeMutablePointer<Int>!
) -> CCCryptorStatus {
  status { () throws(Cipher.Failure) in
    guard let working = cipher(cryptorRef) else { throw Cipher.Failure(kCCParamError) }
    dataOutMoved?.pointee = 0
    let written = try working.finish(to: dataOut?.assumingMemoryBound(to: UInt8.self), room: dataOutAvailable)
    dataOutMoved?.pointee = written
  }
}

/// Begins anew with the same key.
@discardableResult
public func CCCryptorReset(_ cryptorRef: CCCryptorRef!, _ iv: UnsafeRawPointer!) -> CCCryptorStatus {
  status { () throws(Cipher.Failure) in
    guard let working = cipher(cryptorRef) else { throw Cipher.Failure(kCCParamError) }
    try working.reset(iv)
  }
}

/// Ends, and forgets the key.
@discardableResult
public func CCCryptorRelease(_ cryptorRef: CCCryptorRef!) -> CCCryptorStatus {
  if let cryptorRef { Unmanaged<Cipher>.fromOpaque(UnsafeRawPointer(cryptorRef)).release() }
  return CCCryptorStatus(kCCSuccess)
}
