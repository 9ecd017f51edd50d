/// How much the calling thread matters: threads here are all alike.
public func qos_class_self() -> qos_class_t { QOS_CLASS_DEFAULT }
/// How much the first thread matters: threads here are all alike.
public func qos_class_main() -> qos_class_t { QOS_CLASS_USER_INTERACTIVE }

/// How much a thread matters, in the numbers of macOS.
public struct qos_class_t: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
public let QOS_CLASS_USER_INTERACTIVE = qos_class_t(rawValue: 0x21)
public let QOS_CLASS_USER_INITIATED = qos_class_t(rawValue: 0x19)
public let QOS_CLASS_DEFAULT = qos_class_t(rawValue: 0x15)
public let QOS_CLASS_UTILITY = qos_class_t(rawValue: 0x11)
public let QOS_CLASS_BACKGROUND = qos_class_t(rawValue: 0x09)
public let QOS_CLASS_UNSPECIFIED = qos_class_t(rawValue: 0)

/// The limit of a resource, such as `RLIMIT_NOFILE`, and the most that it may be raised to.
public func getrlimit(_ resource: __rlimit_resource, _ limits: UnsafeMutablePointer<rlimit>) -> Int32 {
  getrlimit(__rlimit_resource_t(resource.rawValue), limits)
}
/// Sets the limit of a resource, such as `RLIMIT_NOFILE`.
public func setrlimit(_ resource: __rlimit_resource, _ limits: UnsafePointer<rlimit>) -> Int32 {
  setrlimit(__rlimit_resource_t(resource.rawValue), limits)
}
