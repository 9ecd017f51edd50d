// The names of what the calls take and give come with the calls, as they do on macOS.
@_exported public import CoreFoundationNames
public import Foundation

// The numbers are Apple's (SecBase.h). Those that no call here gives are there for programs that tell them apart.

/// No error.
public let errSecSuccess: OSStatus = 0
/// The keychain of Linux has no such thing.
public let errSecUnimplemented: OSStatus = -4
/// A key or a value is missing, unknown or of another type.
public let errSecParam: OSStatus = -50
/// The person was asked for the password of the keyring and did not give it.
public let errSecUserCanceled: OSStatus = -128
/// The keyring's program failed.
public let errSecIO: OSStatus = -36
/// No keyring is available: no session bus, or no Secret Service on it.
public let errSecNotAvailable: OSStatus = -25_291
/// The item already exists.
public let errSecDuplicateItem: OSStatus = -25_299
/// The item cannot be found.
public let errSecItemNotFound: OSStatus = -25_300
/// The Secret Service has no default keyring.
public let errSecNoDefaultKeychain: OSStatus = -25_307
/// The keyring is locked, and the person may not be asked for its password.
public let errSecInteractionNotAllowed: OSStatus = -25_308
/// The provided data cannot be decoded.
public let errSecDecode: OSStatus = -26_275
/// The password or name is not correct.
public let errSecAuthFailed: OSStatus = -25_293
/// There is not enough memory.
public let errSecAllocate: OSStatus = -108
/// The request is bad, or not valid in this state.
public let errSecBadReq: OSStatus = -909
/// There was an error inside.
public let errSecInternalError: OSStatus = -2070
/// A needed entitlement is missing; there are none on Linux.
public let errSecMissingEntitlement: OSStatus = -34_018

/// The meaning of a status, in words.
///
/// - Parameter reserved: Nothing; nil.
/// - Returns: A sentence in English, `OSStatus` and the number for one that is unknown.
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
  (messages[status] ?? "OSStatus \(status)") as CFString
}

private let messages: [OSStatus: String] = [
  errSecSuccess: "No error.",
  errSecUnimplemented: "The keychain of Linux has no such thing.",
  errSecParam: "A key or a value is missing, unknown or of another type.",
  errSecUserCanceled: "The person was asked for the password of the keyring and did not give it.",
  errSecIO: "The keyring's program failed.",
  errSecNotAvailable: "No keyring is available: no session bus, or no Secret Service on it.",
  errSecDuplicateItem: "The item already exists.",
  errSecItemNotFound: "The item cannot be found.",
  errSecNoDefaultKeychain: "The Secret Service has no default keyring.",
  errSecInteractionNotAllowed: "The keyring is locked, and the person may not be asked for its password.",
  errSecDecode: "The provided data cannot be decoded.",
  errSecAuthFailed: "The password or name is not correct.",
  errSecAllocate: "There is not enough memory.",
  errSecBadReq: "The request is bad, or not valid in this state.",
  errSecInternalError: "There was an error inside.",
  errSecMissingEntitlement: "A needed entitlement is missing; there are none on Linux.",
]
