import Glibc
import LinuxSystem
import Testing

@Suite struct ProcessLaunchTests {
  /// What a shell command prints, and how it ended.
  private func run(
    _ command: String, _ prepare: (inout ProcessLaunch) -> Void = { _ in }
  ) throws -> (output: String, ending: ChildProcess.Ending) {
    guard let pipe = Pipe() else { throw Errno.last }
    var launch = ProcessLaunch("/bin/sh", words: ["sh", "-c", command])
    launch.output = .descriptor(pipe.writing.number)
    prepare(&launch)
    let process = try launch.start()
    let reading = pipe.closingWriting()
    var output: [UInt8] = []
    var byte: UInt8 = 0
    while read(reading.number, &byte, 1) == 1 { output.append(byte) }
    return (String(decoding: output, as: UTF8.self), process.wait())
  }

  @Test func `the end of a program says whether it ended by itself`() throws {
    #expect(try run("exit 0").ending.isSuccess)
    #expect(try run("exit 7").ending == .exited(7))
    #expect(try run("kill -9 $$").ending == .killed(9))
  }

  @Test func `the caller gets an error for a program that cannot be started, and a bare name is looked for in PATH`()
    throws
  {
    #expect(throws: Errno(number: ENOENT)) { try ProcessLaunch("no-such-program", words: ["x"]).start() }
    #expect(throws: Errno(number: ENOENT)) { try ProcessLaunch("/no/such/program", words: ["x"]).start() }
    #expect(try ProcessLaunch("true", words: ["true"]).start().wait().isSuccess)
  }

  /// No descriptor is handed down but those given: not even one that was opened without O_CLOEXEC.
  @Test func `nothing else is handed down`() throws {
    let file = open("/dev/null", O_RDONLY)
    let leak = fcntl(file, F_DUPFD, 77)
    defer { for descriptor in [file, leak] { close(descriptor) } }
    let list = "for f in /proc/self/fd/*; do echo ${f##*/}; done | sort -n | tr '\\n' ' '"
    let numbers = try run(list).output.split(separator: " ").compactMap { Int32($0) }
    #expect(numbers.contains(1) && !numbers.contains(leak))
    #expect(try run("test -e /proc/self/fd/3 && echo yes") { $0.fourth = leak }.output == "yes\n")
  }

  @Test func `signals do what they usually do, whatever is ignored or blocked here`() throws {
    let before = signal(SIGHUP, SIG_IGN)
    defer { signal(SIGHUP, before) }
    #expect(try run("kill -HUP $$; echo alive") { $0.group = .own }.ending == .killed(SIGHUP))
  }

  /// Words are bytes; variables go beside ours and replace those of the same name.
  @Test func `words and variables`() throws {
    var launch = ProcessLaunch(
      "/bin/sh",
      words: [
        Array("sh".utf8), Array("-c".utf8), Array("test \"$1\" = \"$(printf '\\351')\"".utf8), [UInt8(ascii: "x")],
        [0xe9],
      ])
    launch.errors = .null
    #expect(try launch.start().wait().isSuccess)
    let output = try run("echo $HOME $ADDED") { $0.variables = [("HOME", "/h"), ("ADDED", "a b")] }.output
    #expect(output == "/h a b\n")
    #expect(try run("/usr/bin/env") { $0.environment = ["ONLY": "1"] }.output.contains("ONLY=1"))
  }

  /// A wait for a program's end ends with it or at a moment, and leaves the program's number its own.
  @Test func `a wait for an end has an end`() throws {
    let process = try ProcessLaunch("/bin/sh", words: ["sh", "-c", "exec sleep 1000"]).start()
    #expect(!process.waitKeepingNumber(until: .after(.milliseconds(20))))
    kill(process.number, SIGKILL)
    #expect(process.waitKeepingNumber(until: .never))
    #expect(process.wait() == .killed(SIGKILL))
  }
}
