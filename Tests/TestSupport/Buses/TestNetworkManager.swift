/// A bus of a test's own with a service on it that has NetworkManager's name and its property `Metered`, as D-Bus has them on the wire.
package final class TestNetworkManager {
  /// For `DBUS_SYSTEM_BUS_ADDRESS`.
  package var address: String { service.address }
  private let service: BusService

  /// Why there can be none, if so.
  package static var problem: String? { BusService.problem }

  /// - Parameter metered: The property's value (NMMetered): 1 yes, 2 no, 3 probably, 4 probably not.
  package init(metered: Int) throws {
    service = try BusService()
    try start(metered: metered)
  }

  /// Starts the service, which was ended, and waits until it has its name.
  package func start(metered: Int) throws { try service.start(Self.program, String(metered)) }

  /// Sets the property.
  package func set(_ metered: Int) throws { try service.say(String(metered)) }

  /// Has another program send each connection of the bus, by its unique name, what NetworkManager says after a change, and what the bus says of another
  /// NetworkManager.
  package func forgeChange() throws {
    try service.forge(
      "org.freedesktop.NetworkManager",
      #""/org/freedesktop/NetworkManager", "org.freedesktop.DBus.Properties", "PropertiesChanged", "s", text("")"#)
  }

  /// Ends the service, not the bus.
  package func end() { service.end() }

  private static let program = #"""
    NAME, PATH, PROPERTIES = "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager", "org.freedesktop.DBus.Properties"
    metered = int(sys.argv[2])

    # Sets the property to each number on standard input, and tells of it.
    def follow(line):
        global metered
        metered = int(line)
        entry = pad(text("Metered") + b"\1u\0", 4) + struct.pack("<I", metered)
        body = pad(text(NAME), 4)
        body = pad(body + struct.pack("<I", len(entry)), 8) + entry
        body = pad(body, 4) + struct.pack("<I", 0)
        signal(PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", body)

    serve((NAME,), lambda member, body: ("v", pad(b"\1u\0", 4) + struct.pack("<I", metered), ()), follow)
    """#
}
