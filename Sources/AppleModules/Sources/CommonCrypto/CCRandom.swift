/// How a call ended.
public typealias CCCryptorStatus = Int32
/// How a call for random bytes ended.
public typealias CCRNGStatus = CCCryptorStatus

/// The call did what it was to do.
public let kCCSuccess = 0
/// An argument is not valid.
public let kCCParamError = -4300
/// There is no such algorithm here, or no `libcrypto`.
public let kCCUnimplemented = -4305
/// No random bytes were to be had. Linux always has some, so nothing answers with this.
public let kCCRNGFailure = -4307

/// Fills memory with random bytes of the kernel.
///
/// - Returns: `kCCSuccess`, or `kCCParamError` where there is no such memory.
@discardableResult
public func CCRandomGenerateBytes(_ bytes: UnsafeMutableRawPointer!, _ count: Int) -> CCRNGStatus {
  guard count != 0 else { return CCRNGStatus(kCCSuccess) }
  guard let bytes, count > 0 else { return CCRNGStatus(kCCParamError) }
  var generator = SystemRandomNumberGenerator()
  let memory = UnsafeMutableRawBufferPointer(start: bytes, count: count)
  for index in memory.indices { memory[index] = generator.next() }
  return CCRNGStatus(kCCSuccess)
}
