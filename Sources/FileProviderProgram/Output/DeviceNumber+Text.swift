import LinuxSystem

extension DeviceNumber {
  /// The two parts of a number as `st_rdev` has it (`makedev(3)`), as `ls` writes them.
  package static func text(_ number: UInt64) -> String {
    let major = number >> 8 & 0xfff | number >> 32 & ~0xfff
    let minor = number & 0xff | number >> 12 & 0xffff_ff00
    return "\(major), \(minor)"
  }
}
