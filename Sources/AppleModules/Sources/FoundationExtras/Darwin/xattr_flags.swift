import Glibc

// What the name of an extended attribute says of it behind a `#`, so that whoever copies a file knows. Apple: <xattr_flags.h>.

/// What should become of an attribute.
public typealias xattr_flags_t = UInt64
/// It stays when the file goes to other people.
public let XATTR_FLAG_NO_EXPORT: xattr_flags_t = 1
/// It goes when the contents change.
public let XATTR_FLAG_CONTENT_DEPENDENT: xattr_flags_t = 2
/// It is never copied.
public let XATTR_FLAG_NEVER_PRESERVE: xattr_flags_t = 4
/// A provider gets it.
public let XATTR_FLAG_SYNCABLE: xattr_flags_t = 8
/// Only a backup has it.
public let XATTR_FLAG_ONLY_BACKUP: xattr_flags_t = 16

private let letters: [(letter: Character, flag: xattr_flags_t)] = [
  ("P", XATTR_FLAG_NO_EXPORT), ("C", XATTR_FLAG_CONTENT_DEPENDENT), ("N", XATTR_FLAG_NEVER_PRESERVE),
  ("S", XATTR_FLAG_SYNCABLE), ("B", XATTR_FLAG_ONLY_BACKUP),
]

/// A name with its flags, to be freed by the caller.
public func xattr_name_with_flags(_ name: UnsafePointer<CChar>, _ flags: xattr_flags_t) -> UnsafeMutablePointer<CChar>!
{
  let suffix = String(letters.filter { flags & $0.flag != 0 }.map(\.letter))
  return strdup(String(cString: name) + (suffix.isEmpty ? "" : "#" + suffix))
}

/// A name without its flags, to be freed by the caller.
public func xattr_name_without_flags(_ name: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>! {
  let text = String(cString: name)
  return strdup(String(text[..<(text.lastIndex(of: "#") ?? text.endIndex)]))
}

/// The flags of a name.
public func xattr_flags_from_name(_ name: UnsafePointer<CChar>) -> xattr_flags_t {
  let text = String(cString: name)
  guard let mark = text.lastIndex(of: "#") else { return 0 }
  return letters.filter { text[mark...].contains($0.letter) }.reduce(0) { $0 | $1.flag }
}
