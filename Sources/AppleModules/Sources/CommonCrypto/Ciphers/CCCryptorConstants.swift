/// What is done: `CCOperation(kCCEncrypt)`.
public typealias CCOperation = UInt32
/// A cipher: `CCAlgorithm(kCCAlgorithmAES)`.
public typealias CCAlgorithm = UInt32
/// How blocks are joined, and the last one filled: `CCOptions(kCCOptionPKCS7Padding)`.
public typealias CCOptions = UInt32
/// How blocks are joined: `CCMode(kCCModeCTR)`.
public typealias CCMode = UInt32
/// Whether the last block is filled: `CCPadding(ccNoPadding)`.
public typealias CCPadding = UInt32
/// Without effect: `CCModeOptions(kCCModeOptionCTR_BE)`.
public typealias CCModeOptions = UInt32

/// Encrypt.
public let kCCEncrypt = 0
/// Decrypt.
public let kCCDecrypt = 1

/// AES, whose key has 16, 24 or 32 bytes.
public let kCCAlgorithmAES128 = 0
/// AES, whose key has 16, 24 or 32 bytes.
public let kCCAlgorithmAES = 0
/// DES, which is not here.
public let kCCAlgorithmDES = 1
/// Three times DES.
public let kCCAlgorithm3DES = 2
/// CAST, which is not here.
public let kCCAlgorithmCAST = 3
/// RC4, which is not here.
public let kCCAlgorithmRC4 = 4
/// RC2, which is not here.
public let kCCAlgorithmRC2 = 5
/// Blowfish, which is not here.
public let kCCAlgorithmBlowfish = 6

/// The last block is filled (RFC 5652, 6.3).
public let kCCOptionPKCS7Padding = 1
/// Each block stands alone. Blocks are joined (CBC) without this.
public let kCCOptionECBMode = 2

/// Each block stands alone.
public let kCCModeECB = 1
/// Each block is joined with the one before it.
public let kCCModeCBC = 2
/// Feedback of a whole block.
public let kCCModeCFB = 3
/// A stream of encrypted numbers, which count up from the vector with the highest byte first.
public let kCCModeCTR = 4
/// Feedback of the key's stream.
public let kCCModeOFB = 7
/// Feedback of a byte.
public let kCCModeCFB8 = 10
/// Numbers with the highest byte first, as they always are here.
public let kCCModeOptionCTR_BE = 2
/// The last block has to be whole.
public let ccNoPadding = 0
/// The last block is filled (RFC 5652, 6.3).
public let ccPKCS7Padding = 1

/// Bytes of a key of AES.
public let kCCKeySizeAES128 = 16
/// Bytes of a key of AES.
public let kCCKeySizeAES192 = 24
/// Bytes of a key of AES.
public let kCCKeySizeAES256 = 32
/// Bytes of a key of three times DES.
public let kCCKeySize3DES = 24
/// Bytes of a block of AES.
public let kCCBlockSizeAES128 = 16
/// Bytes of a block of three times DES.
public let kCCBlockSize3DES = 8

/// There is not enough room for the bytes; how many there are is told.
public let kCCBufferTooSmall = -4301
/// There is no memory.
public let kCCMemoryFailure = -4302
/// The bytes are no whole blocks.
public let kCCAlignmentError = -4303
/// What was decrypted has no padding at its end: the key is wrong, or the bytes were changed.
///
/// Differs: macOS answers `kCCSuccess` and gives rubbish out, so that nobody can ask it whether a padding is right and find out a text that
/// way. `libcrypto` tells a wrong padding, and does not give out its bytes. A program must not tell it to who sent the bytes.
///
/// About one wrong key in 256 makes an end that looks like a padding. Who has to know that a key is right needs an authentication code.
public let kCCDecodeError = -4304
/// The key has another count of bytes than the cipher's.
public let kCCKeySizeError = -4310
