// Apple's keys and values. Programs compare them by name; the texts behind the names are Apple's, too.

public import Foundation

// MARK: Classes of items. Passwords are all there are

/// Names the class of an item; every query and every new item has it.
public nonisolated(unsafe) let kSecClass: CFString = "class"
/// A password, or any other secret.
public nonisolated(unsafe) let kSecClassGenericPassword: CFString = "genp"

/// The password of a server.
public nonisolated(unsafe) let kSecClassInternetPassword: CFString = "inet"

// MARK: Attributes of a password

/// The account, a text; with service, access group and “synchronizable” what makes an item another item.
public nonisolated(unsafe) let kSecAttrAccount: CFString = "acct"
/// The service of a generic password, a text.
public nonisolated(unsafe) let kSecAttrService: CFString = "svce"
/// The access group, a text by which items are found; it keeps no program out.
public nonisolated(unsafe) let kSecAttrAccessGroup: CFString = "agrp"
/// What the keyring's own program calls the item, a text.
public nonisolated(unsafe) let kSecAttrLabel: CFString = "labl"
/// The kind of item, a text.
public nonisolated(unsafe) let kSecAttrDescription: CFString = "desc"
/// A person's remark, a text.
public nonisolated(unsafe) let kSecAttrComment: CFString = "icmt"
/// Bytes of the program's own, in a generic password.
public nonisolated(unsafe) let kSecAttrGeneric: CFString = "gena"
/// Whether the item would go to the person's other devices; kept, and without effect.
public nonisolated(unsafe) let kSecAttrSynchronizable: CFString = "sync"
/// In a query, for kSecAttrSynchronizable: items of both kinds.
public nonisolated(unsafe) let kSecAttrSynchronizableAny: CFString = "syna"
/// When the item could be read on a device with a passcode; kept, and without effect.
public nonisolated(unsafe) let kSecAttrAccessible: CFString = "pdmn"
/// What an item asks of whoever reads it, a ``SecAccessControl``; kept like `kSecAttrAccessible`, and without effect.
public nonisolated(unsafe) let kSecAttrAccessControl: CFString = "accc"

// MARK: Values of kSecAttrAccessible

/// While the device is unlocked.
public nonisolated(unsafe) let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// Once the device was unlocked.
public nonisolated(unsafe) let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// While the device is unlocked; on no other.
public nonisolated(unsafe) let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// Once the device was unlocked; on no other.
public nonisolated(unsafe) let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
/// While the device is unlocked and has a passcode; on no other.
public nonisolated(unsafe) let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"

// MARK: What a query gives, and how much

/// The secret, bytes.
public nonisolated(unsafe) let kSecValueData: CFString = "v_Data"
/// Whether the secret is given.
public nonisolated(unsafe) let kSecReturnData: CFString = "r_Data"
/// Whether the attributes are given.
public nonisolated(unsafe) let kSecReturnAttributes: CFString = "r_Attributes"
/// How many items are given: a number or one of the two following, the first by default.
public nonisolated(unsafe) let kSecMatchLimit: CFString = "m_Limit"
/// One item, not in a list.
public nonisolated(unsafe) let kSecMatchLimitOne: CFString = "m_LimitOne"
/// All items, in a list.
public nonisolated(unsafe) let kSecMatchLimitAll: CFString = "m_LimitAll"

// MARK: How a call goes about it

/// Which of macOS's two keychains is meant; without effect.
public nonisolated(unsafe) let kSecUseDataProtectionKeychain: CFString = "nleg"
/// Whether the person may be asked for the password of a locked keyring; they may by default.
public nonisolated(unsafe) let kSecUseAuthenticationUI: CFString = "u_AuthUI"
/// They may not: errSecInteractionNotAllowed.
public nonisolated(unsafe) let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
/// They may not: locked items are left out.
public nonisolated(unsafe) let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"
