import Foundation
import LinuxSystem

/// A service on a bus of a test's own, written in Python, as D-Bus has it on the wire.
package final class BusService {
  /// The address of the bus.
  package var address: String { bus.address }
  private let bus: TestKeyring
  private var service: RunningProcess?
  private var input = Foundation.Pipe()

  /// Why there can be none, if so.
  package static var problem: String? {
    TestKeyring.problem ?? (Machine.installed("python3") == nil ? "python3 is not installed" : nil)
  }

  /// Starts a bus with nothing on it.
  ///
  /// - Parameter services: A folder with descriptions of services that the bus starts.
  package init(services: String? = nil) throws { bus = try TestKeyring(isServed: false, services: services) }

  /// Has nothing yet on the bus of another service.
  private init(beside other: BusService) { bus = other.bus }

  deinit { end() }

  /// Starts the service, which does not run, and waits until it has its name.
  ///
  /// - Parameters:
  ///   - program: What follows ``wire``: it calls `serve`.
  ///   - words: Its arguments, from `sys.argv[2]` on.
  package func start(_ program: String, _ words: String...) throws {
    input = Foundation.Pipe()
    let reading = input.fileHandleForReading
    defer { try? reading.close() }
    let service = try RunningProcess(
      ["python3", "-u", "-c", Self.wire + program, String(bus.address.dropFirst("unix:path=".count))] + words,
      input: .descriptor(reading.fileDescriptor))
    self.service = service
    if !service.wait(until: { $0.hasPrefix("named\n") }) {
      throw SupportFailure("the service has no name: \(service.errorSoFar)")
    }
  }

  /// Writes a line to its standard input.
  package func say(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }

  /// Writes a line to its standard input, and waits until the bus has done what the service does then, which ends with a call of the bus.
  package func sayAndWait(_ line: String) throws {
    let answered = lines.count { $0 == Self.answered }
    try say(line)
    guard eventually({ self.lines.count { $0 == Self.answered } > answered }) else {
      throw SupportFailure("the bus does not answer: \(service?.errorSoFar ?? "")")
    }
  }
  private static let answered = "answered"

  /// Has another program send each connection of the bus, by its unique name, what the bus says of another process with a name, and a signal of its own.
  ///
  /// - Parameters:
  ///   - name: The name that the service has on the bus.
  ///   - signal: The arguments of `signal`, in Python.
  package func forge(_ name: String, _ signal: String) throws {
    let other = BusService(beside: self)
    try other.start(
      #"""
      def follow(line):
          for number in range(30):
              name, texts = f":1.{number}", ("\#(name)", ":1.1", f":1.{number}")
              body = b""
              for value in texts: body = pad(body, 4) + text(value)
              signal(BUS_PATH, BUS, "NameOwnerChanged", "sss", body, name)
              signal(\#(signal), name)
          # When the bus has answered this it has delivered those.
          call("GetId")

      serve((), lambda member, body: (None, b"", ()), follow)
      """#)
    try other.sayAndWait("")
    other.end()
  }

  /// The lines that it has written since it has its name.
  package var lines: [String] {
    (service?.outputSoFar ?? "").split(separator: "\n").dropFirst().map { String($0) }
  }

  /// Ends the service, not the bus.
  package func end() {
    try? input.fileHandleForWriting.close()
    _ = service?.wait(seconds: 10)
    service = nil
  }

  /// Connects to the bus in `sys.argv[1]`, writes messages and reads them.
  ///
  /// `serve(names, answer, follow)` answers calls with what `answer(member, body)` returns, a signature, a body and descriptors, or with an error where it returns
  /// None, and calls `follow` with each line of standard input. It prints `answered` when the bus has answered a later call.
  private static let wire = #"""
    import os, socket, struct, sys, threading

    BUS, BUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
    serial = 0
    bus = socket.socket(socket.AF_UNIX)
    lock = threading.Lock()

    def pad(data, size): return data + bytes(-len(data) % size)
    def text(value): return struct.pack("<I", len(value.encode())) + value.encode() + b"\0"

    def send(kind, fields, body=b"", descriptors=()):
        global serial
        if descriptors: fields = fields + [(9, "u", len(descriptors))]
        with lock:
            serial += 1
            array = b""
            for code, sort, value in fields:
                array = pad(array, 8) + bytes([code, 1]) + sort.encode() + b"\0"
                if sort == "g": array += bytes([len(value)]) + value.encode() + b"\0"
                elif sort == "u": array = pad(array, 4) + struct.pack("<I", value)
                else: array = pad(array, 4) + text(value)
            data = pad(struct.pack("<cBBBIII", b"l", kind, 0, 1, len(body), serial, len(array)) + array, 8) + body
            if descriptors: socket.send_fds(bus, [data], descriptors)
            else: bus.sendall(data)

    def call(member, body=b"", signature=None):
        fields = [(1, "o", BUS_PATH), (2, "s", BUS), (3, "s", member), (6, "s", BUS)]
        send(1, fields + ([(8, "g", signature)] if signature else []), body)

    def signal(path, interface, member, signature, body, destination=None):
        fields = [(1, "o", path), (2, "s", interface), (3, "s", member)] + ([(6, "s", destination)] if destination else [])
        send(4, fields + [(8, "g", signature)], body)

    def read(count):
        data = b""
        while len(data) < count:
            part = bus.recv(count - len(data))
            if not part: os._exit(0)
            data += part
        return data

    def receive():
        head = read(16)
        kind, = struct.unpack_from("B", head, 1)
        length, number, size = struct.unpack_from("<III", head, 4)
        array = read(size + -size % 8)
        body = read(length)
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
        return kind, number, fields, body

    def serve(names, answer, follow):
        def lines():
            for line in sys.stdin: follow(line.strip())
            os._exit(0)

        bus.connect(sys.argv[1])
        bus.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        assert bus.recv(200).startswith(b"OK")
        bus.sendall(b"NEGOTIATE_UNIX_FD\r\n")
        assert bus.recv(200).startswith(b"AGREE_UNIX_FD")
        bus.sendall(b"BEGIN\r\n")
        call("Hello")
        for name in names: call("RequestName", pad(text(name), 4) + struct.pack("<I", 0), "su")
        threading.Thread(target=lines, daemon=True).start()
        answers = 0
        while True:
            kind, number, fields, body = receive()
            if kind == 2:
                answers += 1
                # To Hello, and then for each name.
                if answers == 1 + len(names): print("named")
                elif answers > 1 + len(names): print("answered")
            if kind == 1:
                result = answer(fields.get(3), body)
                if result is None:
                    send(3, [(4, "s", "org.freedesktop.DBus.Error.LimitsExceeded"), (5, "u", number), (6, "s", fields[7])])
                    continue
                signature, body, descriptors = result
                send(2, [(5, "u", number), (6, "s", fields[7])] + ([(8, "g", signature)] if signature else []), body, descriptors)
                for descriptor in descriptors: os.close(descriptor)


    """#
}
