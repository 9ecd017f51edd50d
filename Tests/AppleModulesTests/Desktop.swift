import TestSupport
import Testing

@testable import UserNotifications

/// A bus of the test's own, and the service on it.
final class Desktop {
  let bus: TestKeyring
  private let service: RunningProcess

  /// Why there can be none, if so.
  static var problem: String? {
    TestKeyring.busProblem ?? (Machine.installed("python3") == nil ? "python3 is not installed" : nil)
  }

  init(bus: TestKeyring? = nil) throws {
    let bus = try bus ?? TestKeyring(isServed: false)
    self.bus = bus
    service = try RunningProcess(
      [Machine.installed("python3") ?? "python3", "-u", "-c", Desktop.program],
      environment: ["PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": bus.address])
    #expect(eventually { self.said.contains("ready") })
  }

  deinit { stop() }

  func stop() { service.stop() }

  /// What the service was asked for, a line each.
  var said: [String] { service.outputSoFar.split(separator: "\n").map(String.init) }
  var center: UNUserNotificationCenter { UNUserNotificationCenter(address: bus.address) }

  private static let program = """
    from ctypes import *
    sd = CDLL("libsystemd.so.0")
    bus = c_void_p()
    assert sd.sd_bus_open_user(byref(bus)) >= 0
    assert sd.sd_bus_request_name(bus, b"org.freedesktop.Notifications", c_uint64(0)) >= 0
    print("ready")
    count = 40
    caller = None
    sd.sd_bus_message_get_sender.restype = c_char_p
    while True:
        m = c_void_p()
        if sd.sd_bus_process(bus, byref(m)) == 0:
            sd.sd_bus_wait(bus, c_uint64(2**64 - 1))
        if not m:
            continue
        def asked(name): return sd.sd_bus_message_is_method_call(m, b"org.freedesktop.Notifications", name) > 0
        number = c_uint32()
        # As GNOME does with the sender of a notice, whose end takes the notice away.
        sender = sd.sd_bus_message_get_sender(m)
        if sd.sd_bus_message_is_method_call(m, b"org.freedesktop.Notifications", None) > 0 and sender != caller:
            caller = sender
            print("caller")
        if asked(b"Notify"):
            name, icon, title, body = [c_char_p() for i in range(4)]
            sd.sd_bus_message_read(m, b"susss", byref(name), byref(number), byref(icon), byref(title), byref(body))
            sd.sd_bus_message_skip(m, b"as")
            hints = []
            sd.sd_bus_message_enter_container(m, ord("a"), b"{sv}")
            while sd.sd_bus_message_enter_container(m, ord("e"), b"sv") > 0:
                key, text, value = c_char_p(), c_char_p(), c_uint32()
                sd.sd_bus_message_read(m, b"s", byref(key))
                kind = {b"urgency": b"y", b"suppress-sound": b"b"}.get(key.value, b"s")
                sd.sd_bus_message_read(m, b"v", kind, byref(text if kind == b"s" else value))
                hints.append((key.value + b"=").decode() + (text.value.decode() if kind == b"s" else str(value.value)))
                sd.sd_bus_message_exit_container(m)
            count += 1
            print("notify", number.value, title.value.decode(), "|", body.value.decode().replace("\\n", "/"), *hints)
            sd.sd_bus_reply_method_return(m, b"u", number.value or count)
        elif asked(b"CloseNotification"):
            sd.sd_bus_message_read(m, b"u", byref(number))
            print("close", number.value)
            sd.sd_bus_reply_method_return(m, b"")
        elif asked(b"GetCapabilities"):
            sd.sd_bus_reply_method_return(m, b"as", 1, b"body")
        sd.sd_bus_message_unref(m)
    """
}
