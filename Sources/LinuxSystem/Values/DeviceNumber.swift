/// Device numbers as `stat` has them (makedev(3), a macro).
package enum DeviceNumber {
  package static func make(major: UInt32, minor: UInt32) -> UInt64 {
    let (major, minor) = (UInt64(major), UInt64(minor))
    return (minor & 0xff) | (major & 0xfff) << 8 | (minor & ~0xff) << 12 | (major & ~0xfff) << 32
  }
}
