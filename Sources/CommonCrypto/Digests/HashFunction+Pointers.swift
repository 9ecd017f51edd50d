import Crypto

/// A count of bytes.
public typealias CC_LONG = UInt32
/// A count of bytes.
public typealias CC_LONG64 = UInt64

// What the functions of every digest do. A context holds an optional of one reference: memory that was cleared as C clears it is a
// digest that was not begun, and a copy of a context goes on by itself.

func update(_ function: inout (some HashFunction)?, with data: UnsafeRawPointer?, _ count: CC_LONG) -> Int32 {
  guard function != nil, count == 0 || data != nil else { return 0 }
  function?.update(bufferPointer: UnsafeRawBufferPointer(start: data, count: Int(count)))
  return 1
}

func finish(_ function: inout (some HashFunction)?, into md: UnsafeMutablePointer<UInt8>?) -> Int32 {
  guard let md, let digest = function?.finalize() else { return 0 }
  // Nobody deinitializes a context of C, so it keeps nothing.
  function = nil
  for (index, byte) in digest.enumerated() { md[index] = byte }
  return 1
}

func digest(
  _ function: some HashFunction, of data: UnsafeRawPointer?, _ count: CC_LONG, into md: UnsafeMutablePointer<UInt8>?
) -> UnsafeMutablePointer<UInt8>? {
  var function = Optional(function)
  guard md != nil, update(&function, with: data, count) == 1, finish(&function, into: md) == 1 else { return nil }
  return md
}
