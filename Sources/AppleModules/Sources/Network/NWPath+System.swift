import Glibc

extension NWPath {
  /// What the system has now.
  static func current() -> NWPath {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return NWPath(interfaces: [:], supportsIPv4: false, supportsIPv6: false) }
    defer { freeifaddrs(list) }
    var found: [String: NWInterface] = [:]
    var families: Set<Int32> = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let name = entry.ifa_name.map({ String(cString: $0) }), let address = entry.ifa_addr, isUp(entry.ifa_flags)
      else { continue }
      let family = Int32(address.pointee.sa_family)
      guard family == AF_INET || family == AF_INET6 && !isLinkLocal(address) else { continue }
      families.insert(family)
      found[name] = NWInterface(type: kind(of: name), name: name, index: Int(if_nametoindex(name)))
    }
    return NWPath(
      interfaces: found, supportsIPv4: families.contains(AF_INET), supportsIPv6: families.contains(AF_INET6))
  }

  private init(interfaces: [String: NWInterface], supportsIPv4: Bool, supportsIPv6: Bool) {
    status = interfaces.isEmpty ? .unsatisfied : .satisfied
    availableInterfaces = interfaces.values.sorted { $0.index < $1.index }
    self.supportsIPv4 = supportsIPv4
    self.supportsIPv6 = supportsIPv6
  }

  private static func isUp(_ flags: UInt32) -> Bool {
    let wanted = UInt32(IFF_UP | IFF_RUNNING)
    return flags & wanted == wanted && flags & UInt32(IFF_LOOPBACK) == 0
  }

  /// fe80::/10.
  private static func isLinkLocal(_ address: UnsafeMutablePointer<sockaddr>) -> Bool {
    address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { inner in
      withUnsafeBytes(of: inner.pointee.sin6_addr) { $0[0] == 0xfe && $0[1] & 0xc0 == 0x80 }
    }
  }

  private static func kind(of name: String) -> NWInterface.InterfaceType {
    let folder = "/sys/class/net/\(name)"
    if access(folder + "/wireless", F_OK) == 0 || access(folder + "/phy80211", F_OK) == 0 { return .wifi }
    if name.hasPrefix("ww") { return .cellular }
    return access(folder + "/device", F_OK) == 0 ? .wiredEthernet : .other
  }
}
