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
