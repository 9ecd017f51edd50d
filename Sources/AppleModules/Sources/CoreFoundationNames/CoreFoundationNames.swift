public import Foundation

// What Apple's code calls the objects that the calls take and give. On Linux they are Foundation's: `as` goes between them and
// Swift's own types just as it does there.

/// Any object.
public typealias CFTypeRef = AnyObject
/// A text, an `NSString`.
public typealias CFString = NSString
/// Keys and values, an `NSDictionary`.
public typealias CFDictionary = NSDictionary
/// Keys and values that change, an `NSMutableDictionary`.
public typealias CFMutableDictionary = NSMutableDictionary
/// Bytes, an `NSData`.
public typealias CFData = NSData
/// Bytes that change, an `NSMutableData`.
public typealias CFMutableData = NSMutableData
/// A list, an `NSArray`.
public typealias CFArray = NSArray
/// A list that changes, an `NSMutableArray`.
public typealias CFMutableArray = NSMutableArray
/// A place, an `NSURL`.
public typealias CFURL = NSURL
/// A number, an `NSNumber`.
public typealias CFNumber = NSNumber
/// True or false, an `NSNumber`.
public typealias CFBoolean = NSNumber
/// An error, an `NSError`.
public typealias CFError = NSError
/// A moment, an `NSDate`.
public typealias CFDate = NSDate
/// How many, or which one.
public typealias CFIndex = Int
/// Seconds between two moments.
public typealias CFTimeInterval = Double
/// What a call came to: 0 when it worked, and such as the `errSec…` numbers.
public typealias OSStatus = Int32
/// Four letters in a number.
public typealias FourCharCode = UInt32

/// No error.
public let noErr: OSStatus = 0

/// True, as an object.
public let kCFBooleanTrue: CFBoolean! = true as NSNumber
/// False, as an object.
public let kCFBooleanFalse: CFBoolean! = false as NSNumber

/// Who allots memory: nobody has to be named here.
public final class CFAllocator: Sendable {
  private init() {}
}
/// The usual one, for calls that ask for one.
public let kCFAllocatorDefault: CFAllocator? = nil

/// Which kind of object something is.
public typealias CFTypeID = UInt
/// Any object, which macOS says differently of some.
public typealias CFPropertyList = AnyObject
/// An identifier that nobody else has, an `NSUUID`.
public typealias CFUUID = NSUUID

private enum TypeID: CFTypeID {
  case other, string, data, array, dictionary, number, boolean, date, url, uuid
}

/// The kind of an object; 0 for one that has no name here.
///
/// A number that was made of a `Bool` has the kind of a truth value.
public func CFGetTypeID(_ object: CFTypeRef?) -> CFTypeID {
  let type: TypeID =
    switch object {
    case is NSString: .string
    case is NSData: .data
    case is NSArray: .array
    case is NSDictionary: .dictionary
    case let number as NSNumber: String(cString: number.objCType) == "c" ? .boolean : .number
    case is NSDate: .date
    case is NSURL: .url
    case is NSUUID: .uuid
    default: .other
    }
  return type.rawValue
}

/// The kind of texts.
public func CFStringGetTypeID() -> CFTypeID { TypeID.string.rawValue }
/// The kind of bytes.
public func CFDataGetTypeID() -> CFTypeID { TypeID.data.rawValue }
/// The kind of lists.
public func CFArrayGetTypeID() -> CFTypeID { TypeID.array.rawValue }
/// The kind of keys and values.
public func CFDictionaryGetTypeID() -> CFTypeID { TypeID.dictionary.rawValue }
/// The kind of numbers.
public func CFNumberGetTypeID() -> CFTypeID { TypeID.number.rawValue }
/// The kind of truth values.
public func CFBooleanGetTypeID() -> CFTypeID { TypeID.boolean.rawValue }
/// The kind of moments.
public func CFDateGetTypeID() -> CFTypeID { TypeID.date.rawValue }
/// The kind of places.
public func CFURLGetTypeID() -> CFTypeID { TypeID.url.rawValue }

/// A new identifier.
public func CFUUIDCreate(_ allocator: CFAllocator?) -> CFUUID! { NSUUID() }
/// The text of an identifier, such as `68753A44-4D6F-1226-9C60-0050E4C00067`.
public func CFUUIDCreateString(_ allocator: CFAllocator?, _ identifier: CFUUID?) -> CFString! {
  identifier.map { NSString(string: $0.uuidString) }
}
