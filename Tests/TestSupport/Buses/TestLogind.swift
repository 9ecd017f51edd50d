/// A bus of a test's own with a service on it that has logind's name, its method `Inhibit` and its signal `PrepareForSleep`, as D-Bus has them on the wire.
package final class TestLogind {
  /// For `DBUS_SYSTEM_BUS_ADDRESS`.
  package var address: String { service.address }
  private let service: BusService

  /// Why there can be none, if so.
  package static var problem: String? { BusService.problem }

  /// Starts a bus with the service on it.
  package init() throws {
    service = try BusService()
    try start()
  }

  /// Starts the service, which was ended, and waits until it has its name.
  package func start() throws { try service.start(Self.program) }

  /// Says that the machine is about to sleep.
  package func prepareForSleep() throws { try service.say("1") }

  /// Says that the sleep is over.
  package func wakeUp() throws { try service.say("0") }

  /// Has another program send each connection of the bus, by its unique name, what logind says before a sleep, and what the bus says of another logind.
  package func forgeSleep() throws {
    try service.forge(
      "org.freedesktop.login1",
      #""/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep", "b", struct.pack("<I", 1)"#)
  }

  /// What was seen of locks, in its order: `taken` with what they are for, and `released`.
  package var locks: [String] { service.lines }

  /// Ends the service, not the bus.
  package func end() { service.end() }

  private static let program = #"""
    NAME, PATH, MANAGER = "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"

    def strings(body):
        at = 0
        while at < len(body):
            at += -at % 4
            length, = struct.unpack_from("<I", body, at)
            yield body[at + 4:at + 4 + length].decode()
            at += 4 + length + 1

    # The reading end is at its end when nobody has the writing end any more.
    def watch(reading):
        os.read(reading, 1)
        os.close(reading)
        print("released")

    def answer(member, body):
        reading, writing = os.pipe()
        print("taken " + " ".join(strings(body)))
        threading.Thread(target=watch, args=(reading,), daemon=True).start()
        return "h", struct.pack("<I", 0), (writing,)

    serve((NAME,), answer, lambda line: signal(PATH, MANAGER, "PrepareForSleep", "b", struct.pack("<I", int(line))))
    """#
}
