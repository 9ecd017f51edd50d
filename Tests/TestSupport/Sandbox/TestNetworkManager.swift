import Foundation

/// A bus of a test's own with a service on it that has NetworkManager's name and its property `Metered`, as D-Bus has them on the wire.
package final class TestNetworkManager {
  /// For `DBUS_SYSTEM_BUS_ADDRESS`.
  package var address: String { bus.address }
  private let bus: TestKeyring
  private var service = Process()
  private var input = Pipe()

  /// Why there can be none, if so.
  package static var problem: String? {
    TestKeyring.problem ?? (Machine.installed("python3") == nil ? "python3 is not installed" : nil)
  }

  /// - Parameter metered: The property's value (NMMetered): 1 yes, 2 no, 3 probably, 4 probably not.
  package init(metered: Int) throws {
    bus = try TestKeyring(isServed: false)
    try start(metered: metered)
  }

  deinit { end() }

  /// Starts the service, which was ended, and waits until it has its name.
  package func start(metered: Int) throws {
    (service, input) = (Process(), Pipe())
    let output = Pipe()
    guard let python = Machine.installed("python3") else { throw SupportFailure("python3 is not installed") }
    service.executableURL = URL(fileURLWithPath: python)
    service.arguments = ["-c", Self.program, String(bus.address.dropFirst("unix:path=".count)), String(metered)]
    service.standardInput = input
    service.standardOutput = output
    try service.run()
    if output.fileHandleForReading.availableData.isEmpty { throw SupportFailure("the service has no name") }
  }

  /// Sets the property.
  package func set(_ metered: Int) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(metered)\n".utf8))
  }

  /// Ends the service, not the bus.
  package func end() {
    try? input.fileHandleForWriting.close()
    service.waitUntilExit()
  }

  private static let program = #"""
    import os, socket, struct, sys, threading

    NAME, PATH, PROPERTIES = "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager", "org.freedesktop.DBus.Properties"
    BUS, BUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
    metered = int(sys.argv[2])
    serial = 0
    bus = socket.socket(socket.AF_UNIX)
    bus.connect(sys.argv[1])
    lock = threading.Lock()

    def pad(data, size): return data + bytes(-len(data) % size)
    def text(value): return struct.pack("<I", len(value.encode())) + value.encode() + b"\0"

    def send(kind, fields, body=b""):
        global serial
        with lock:
            serial += 1
            array = b""
            for code, sort, value in fields:
                array = pad(array, 8) + bytes([code, 1]) + sort.encode() + b"\0"
                if sort == "g": array += bytes([len(value)]) + value.encode() + b"\0"
                elif sort == "u": array = pad(array, 4) + struct.pack("<I", value)
                else: array = pad(array, 4) + text(value)
            bus.sendall(pad(struct.pack("<cBBBIII", b"l", kind, 0, 1, len(body), serial, len(array)) + array, 8) + body)

    def call(member, body=b"", signature=None):
        fields = [(1, "o", BUS_PATH), (2, "s", BUS), (3, "s", member), (6, "s", BUS)]
        send(1, fields + ([(8, "g", signature)] if signature else []), body)

    def read(count):
        data = b""
        while len(data) < count:
            part = bus.recv(count - len(data))
            if not part: sys.exit()
            data += part
        return data

    def receive():
        head = read(16)
        kind, = struct.unpack_from("B", head, 1)
        length, number, size = struct.unpack_from("<III", head, 4)
        array = read(size + -size % 8)
        read(length)
        fields, at = {}, 0
        while at < size:
            at += -at % 8
            code, sort = array[at], chr(array[at + 2])
            at += 4
            if sort == "g": at += array[at] + 2
            else:
                at += -at % 4
                value, = struct.unpack_from("<I", array, at)
                at += 4
                if sort != "u":
                    fields[code] = array[at:at + value].decode()
                    at += value + 1
        return kind, number, fields

    # Sets the property to each number on standard input, and tells of it.
    def follow():
        global metered
        for line in sys.stdin:
            metered = int(line)
            entry = pad(text("Metered") + b"\1u\0", 4) + struct.pack("<I", metered)
            body = pad(text(NAME), 4)
            body = pad(body + struct.pack("<I", len(entry)), 8) + entry
            body = pad(body, 4) + struct.pack("<I", 0)
            send(4, [(1, "o", PATH), (2, "s", PROPERTIES), (3, "s", "PropertiesChanged"), (8, "g", "sa{sv}as")], body)
        os._exit(0)

    bus.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
    assert bus.recv(200).startswith(b"OK")
    bus.sendall(b"BEGIN\r\n")
    call("Hello")
    call("RequestName", pad(text(NAME), 4) + struct.pack("<I", 0), "su")
    threading.Thread(target=follow, daemon=True).start()
    answers = 0
    while True:
        kind, number, fields = receive()
        if kind == 2:
            answers += 1
            # To Hello, and then to RequestName.
            if answers == 2: print("named", flush=True)
        if kind == 1 and fields.get(3) == "Get":
            body = pad(b"\1u\0", 4) + struct.pack("<I", metered)
            send(2, [(5, "u", number), (6, "s", fields[7]), (8, "g", "v")], body)
    """#
}
