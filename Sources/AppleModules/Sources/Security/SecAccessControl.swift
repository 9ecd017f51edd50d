public import Foundation

/// What an item asks of whoever reads it, for `kSecAttrAccessControl`.
///
/// The keyring of a Linux desktop knows none of it: it is open or locked as a whole. So the protection is kept as `kSecAttrAccessible` is, and the flags
/// are without effect.
public final class SecAccessControl: Sendable {
  let protection: String
  /// What was asked for.
  public let flags: SecAccessControlCreateFlags

  init(protection: String, flags: SecAccessControlCreateFlags) {
    (self.protection, self.flags) = (protection, flags)
  }
}

/// What has to be proved before a secret is given; without effect.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  public let rawValue: CFIndex
  public init(rawValue: CFIndex) { self.rawValue = rawValue }

  /// That the person is there, in any way.
  public static let userPresence = Self(rawValue: 1 << 0)
  /// A finger or a face.
  public static let biometryAny = Self(rawValue: 1 << 1)
  /// One of the fingers or faces that there are now.
  public static let biometryCurrentSet = Self(rawValue: 1 << 3)
  /// The passcode of the device.
  public static let devicePasscode = Self(rawValue: 1 << 4)
  /// One of several.
  public static let or = Self(rawValue: 1 << 14)
  /// All of several.
  public static let and = Self(rawValue: 1 << 15)
  /// That a key of the Secure Enclave may sign.
  public static let privateKeyUsage = Self(rawValue: 1 << 30)
  /// A password of the program's own.
  public static let applicationPassword = Self(rawValue: 1 << 31)
}

/// Makes what an item asks of whoever reads it.
///
/// - Parameters:
///   - allocator: Not looked at.
///   - protection: One of the values of `kSecAttrAccessible`.
///   - flags: What has to be proved; without effect.
///   - error: Gets the error.
/// - Returns: `nil` where the protection is none of them.
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  let known = [
    kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
    kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
  ]
  guard let text = protection as? NSString, known.contains(text) else {
    error?.pointee = .passRetained(NSError(domain: NSOSStatusErrorDomain, code: Int(errSecParam)))
    return nil
  }
  return SecAccessControl(protection: text as String, flags: flags)
}
