public import Foundation

// What Apple's code calls the objects that the calls take and give. On Linux they are Foundation's: `as` goes between them and
// Swift's own types just as it does there.

/// Any object.
public typealias CFTypeRef = AnyObject
/// A text, an `NSString`.
public typealias CFString = NSString
/// Keys and values, an `NSDictionary`.
public typealias CFDictionary = NSDictionary
/// Bytes, an `NSData`.
public typealias CFData = NSData
/// A list, an `NSArray`.
public typealias CFArray = NSArray
/// True or false, an `NSNumber`.
public typealias CFBoolean = NSNumber
/// What a call came to: one of the `errSec…` numbers.
public typealias OSStatus = Int32

/// True, as an object.
public let kCFBooleanTrue: CFBoolean! = true as NSNumber
/// False, as an object.
public let kCFBooleanFalse: CFBoolean! = false as NSNumber
