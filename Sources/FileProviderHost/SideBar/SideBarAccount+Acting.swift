import FileProviderDomains
import FileProviderManaging
import FileProviderProgram
import Glibc
import LinuxSystem

extension SideBarAccount {
  /// Does what the user has chosen, on a thread of its own, unless the same is being done. A notification says what has failed.
  ///
  /// - Parameters:
  ///   - isOn: What one that switches something leaves it at.
  ///   - actions: What is being done.
  func perform(_ action: SideBarAction, switching isOn: Bool, among actions: SideBarActions) {
    guard actions.begin(action, in: domain) else { return }
    let isStarted = NativeThread.start(name: "side bar action", stackSize: NativeThread.stackOfOthers) {
      defer { actions.end(action, in: domain) }
      switch action {
      case .open:
        if !DesktopFiles.openFolder(Array(mountpoint.utf8)) {
          report("No file manager answers on the session bus. The folder is \(mountpoint)")
        }
      case .pause: run(isOn ? "pause" : "resume", "--", domain.string)
      case .sync: run("sync", "--domain", domain.string)
      case .notifications: setOption("--notifications", isOn ? "on" : "off")
      case .metered: setOption("--metered", isOn ? "all" : "needed")
      case .status: DesktopMessage.show(details, title: name, isProblem: state == .failing)
      }
    }
    if !isStarted { actions.end(action, in: domain) }
  }

  private func setOption(_ option: String, _ value: String) { run("domain", "set", option, value, "--", domain.string) }

  /// Runs a command of this program.
  private func run(_ words: String...) {
    guard let pipe = Pipe() else { return }
    var launch = ProcessLaunch("/proc/self/exe", words: [HostProgram.current.name] + words)
    (launch.input, launch.output, launch.errors) = (.null, .null, .descriptor(pipe.writing.number))
    do throws(Errno) {
      let process = try launch.start()
      let line = pipe.closingWriting()
      let message = Self.text(line.number)
      if process.wait() != .exited(ExitStatus.done.rawValue) { report(message) }
    } catch { report("\(error)") }
  }

  private func report(_ problem: String) { DesktopMessage.show(problem, title: name, isProblem: true) }

  /// What can be read up to the end.
  private static func text(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer: [UInt8] = Array(repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
