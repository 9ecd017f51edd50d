/// A bus of a test's own with a service on it that has the names of a desktop's notifications and of its file manager, as D-Bus has them on the wire.
package final class TestDesktop {
  /// For `DBUS_SESSION_BUS_ADDRESS`.
  package var address: String { service.address }
  private let service: BusService
  private let readsMarkup: Bool
  private let hasFileManager: Bool

  /// Why there can be none, if so.
  package static var problem: String? { BusService.problem }

  /// Starts a bus with the service on it.
  ///
  /// - Parameters:
  ///   - readsMarkup: Whether the service says that it takes the text of a notification for markup.
  ///   - hasFileManager: Whether it has the name of a file manager, too.
  ///   - services: A folder with descriptions of other services that the bus starts.
  package init(readsMarkup: Bool = true, hasFileManager: Bool = true, services: String? = nil) throws {
    service = try BusService(services: services)
    self.readsMarkup = readsMarkup
    self.hasFileManager = hasFileManager
    try start()
  }

  private func start() throws {
    try service.start(Self.program, readsMarkup ? "body-markup" : "body", hasFileManager ? "files" : "")
  }

  /// What was shown, in its order: `notice NUMBER REPLACED SUMMARY | BODY | ACTIONS` for a notification, `refused` for one that it refused,
  /// `closed NUMBER` for one that its program closed, `files URI…` for what the file manager showed.
  package var shown: [String] {
    service.lines.filter { $0 != "answered" }.map { String($0.split(separator: Self.keys)[0]) }
  }
  /// What precedes the keys in a line.
  private static let keys = " # "

  /// The key that an action of a notification has on the bus; `nil` where it has no such action.
  package func key(_ action: String, of notice: Int) -> String? {
    let line = service.lines.last { $0.hasPrefix("notice \(notice) ") }
    return line?.split(separator: Self.keys).last?.split(separator: " ").first { $0.hasPrefix("\(action).") }.map {
      String($0)
    }
  }

  /// Chooses an action of a notification, as a click on its button does.
  ///
  /// - Parameter action: The action, or a key that another notification has or had.
  package func choose(_ action: String, of notice: Int) throws {
    try service.say("\(notice) \(key(action, of: notice) ?? action)")
  }

  /// Says that an action of a notification was chosen, without saying which.
  package func chooseNothing(of notice: Int) throws { try service.say("\(notice) none") }

  /// Ends the service, and starts it again on the same bus. It has shown nothing then, and counts from 1.
  package func restart() throws {
    service.end()
    try start()
  }

  /// Closes a notification just before it shows the next one.
  package func closeBeforeNext(_ notice: Int) throws { try service.sayAndWait("\(notice) expire") }

  /// Refuses the next notifications.
  package func refuse(_ count: Int) throws { try service.sayAndWait("\(count) refuse") }

  /// Closes a notification.
  package func close(_ notice: Int) throws { try service.say("\(notice) close") }

  private static let program = #"""
    NAME, PATH, FILES = "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.FileManager1"
    count = closing = refusals = 0

    def string(body, at):
        at += -at % 4
        length, = struct.unpack_from("<I", body, at)
        return body[at + 4:at + 4 + length].decode(), at + 4 + length + 1

    def strings(body, at):
        at += -at % 4
        length, = struct.unpack_from("<I", body, at)
        at += 4
        end, found = at + length, []
        while at < end:
            word, at = string(body, at)
            found.append(word)
        return found, at

    def answer(member, body):
        global count, closing, refusals
        if member == "GetCapabilities":
            words = b""
            for word in ("actions", sys.argv[2]): words = pad(words, 4) + text(word)
            return "as", struct.pack("<I", len(words)) + words, ()
        if member == "ShowItems":
            print("files " + " ".join(strings(body, 0)[0]))
            return None, b"", ()
        if member == "CloseNotification":
            number, = struct.unpack_from("<I", body, 0)
            print(f"closed {number}")
            return None, b"", ()
        if refusals:
            refusals -= 1
            print("refused")
            return None
        if closing: closing = signal(PATH, NAME, "NotificationClosed", "uu", struct.pack("<II", closing, 1)) or 0
        program, at = string(body, 0)
        at += -at % 4
        replaced, = struct.unpack_from("<I", body, at)
        icon, at = string(body, at + 4)
        summary, at = string(body, at)
        text_, at = string(body, at)
        keys, at = strings(body, at)
        count += 1
        number = replaced or count
        names = [key.split(".")[0] for key in keys[::2]]
        print(f"notice {number} {replaced} {summary} | {text_} | " + " ".join(names) + " # " + " ".join(keys[::2]))
        return "u", struct.pack("<I", number), ()

    def follow(line):
        global closing, refusals
        number, key = line.split()
        if key == "expire": closing = int(number)
        if key == "refuse": refusals = int(number)
        if key in ("expire", "refuse"): return call("GetId")
        if key == "close": signal(PATH, NAME, "NotificationClosed", "uu", struct.pack("<II", int(number), 2))
        elif key == "none": signal(PATH, NAME, "ActionInvoked", "u", struct.pack("<I", int(number)))
        else: signal(PATH, NAME, "ActionInvoked", "us", struct.pack("<I", int(number)) + text(key))

    serve((NAME, FILES) if sys.argv[3] else (NAME,), answer, follow)
    """#
}
