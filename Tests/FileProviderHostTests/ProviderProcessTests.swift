import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

/// The process of a provider, behind real mounts. Skipped where there is no `/dev/fuse`.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"), .serialized)
struct ProviderProcessTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    for name in ["mnt", "second"] {
      try FileManager.default.createDirectory(at: sandbox.url(name), withIntermediateDirectories: true)
    }
    try sandbox.lines("domain", "add", "greetings")
  }

  private func mount(_ place: String = "mnt", script: String? = nil, deadline: String? = nil) throws {
    var variables = ["PROVIDER_RECORD": sandbox.url("record").path]
    variables["PROVIDER_SCRIPT"] = script
    variables["PROVIDER_DEADLINE"] = deadline
    let mounted = try sandbox.program(
      "ProviderFixture", "mount", "--domain", "greetings", place, variables: variables)
    try #require(mounted.status == 0, "\(mounted.error)")
  }

  private func unmount(_ places: String...) {
    for place in places { _ = try? sandbox.program("ProviderFixture", "unmount", place) }
  }

  private func shell(_ script: String) throws -> ProcessResult { try sandbox.shell(script, ["LC_ALL": "C"]) }

  private var store: URL { sandbox.url("data/fileprovider/greetings") }

  /// The process's number, as its lock says.
  private func process() throws -> pid_t {
    let lock = store.appendingPathComponent("provider.lock")
    var number: pid_t?
    // It may be writing just now.
    _ = eventually(seconds: 60) {
      number = (try? String(contentsOf: lock, encoding: .utf8)).flatMap { pid_t($0.prefix { $0 != "\n" }) }
      return number != nil
    }
    return try #require(number)
  }

  /// Waits until the process is another one.
  private func newProcess(after old: pid_t) throws -> pid_t {
    #expect(eventually(seconds: 60) { (try? process()).map { $0 != old } ?? false })
    return try process()
  }

  private func isAlive(_ process: pid_t) -> Bool { kill(process, 0) == 0 }

  /// Which providers were made: the numbers of their processes.
  private func made() throws -> [pid_t] {
    try String(contentsOf: sandbox.url("record"), encoding: .utf8).split(separator: "\n").compactMap { pid_t($0) }
  }

  private let greetings = "hello\nworld, from the main queue\n"

  /// Two mounts of a domain share one provider, which outlives the mount that started it, ends when nobody needs it, and is no hindrance to
  /// removing the domain.
  @Test func `two mounts one process`() throws {
    try mount()
    defer { unmount("mnt", "second") }
    #expect(try shell("cat mnt/*").output == greetings)
    try mount("second")
    #expect(try shell("cat second/*").output == greetings)
    #expect(try made() == [try process()])
    unmount("mnt")
    #expect(try shell("ls second").output == "hello.txt\nworld.txt\n")
    #expect(isAlive(try process()))
    let status = try sandbox.lines("status", "--json").joined()
    #expect(status.contains("\"providerProcess\":{\"pid\":\(try process()),"), "\(status)")
    unmount("second")
    try sandbox.lines("domain", "remove", "--force", "greetings")
  }

  /// The process ends by itself when nobody is connected any more.
  @Test func `the process ends by itself`() throws {
    try mount()
    defer { unmount("mnt") }
    let process = try process()
    unmount("mnt")
    #expect(eventually(seconds: 60) { !isAlive(process) })
    #expect(access(store.appendingPathComponent("provider.socket").path, F_OK) != 0)
  }

  /// The process is killed while the mount is used: what is here stays usable, and what is not waits for the next process.
  @Test func `killed`() throws {
    try mount()
    defer { unmount("mnt") }
    #expect(try shell("ls mnt; cat mnt/hello.txt").output == "hello.txt\nworld.txt\nhello\n")
    var last = try process()
    for _ in 0..<3 {
      kill(last, SIGKILL)
      #expect(try shell("ls -l mnt >/dev/null && cat mnt/hello.txt").output == "hello\n")
      last = try newProcess(after: last)
    }
    kill(last, SIGKILL)
    #expect(try shell("cat mnt/world.txt").output == "world, from the main queue\n")
    #expect(try made().count >= 2)
  }

  /// The provider does not answer a call, and goes on with it when it is cancelled: no other call of the item begins in that process.
  @Test func `a process whose provider does not answer is replaced`() throws {
    try mount(script: "never", deadline: "300")
    defer { unmount("mnt") }
    let first = try process()
    // Two processes end on the question, and the program gets an error.
    let read = try shell("cat mnt/a")
    #expect(read.status != 0 && read.error.contains("Input/output error"), "\(read)")
    let next = try newProcess(after: first)
    #expect(!isAlive(first) && next != first)
    #expect(try shell("echo text > mnt/new && cat mnt/new").output == "text\n")
  }

  /// The process hangs: what is here stays usable, what is not costs the deadline, and it goes on when the process does.
  @Test func `hanging`() throws {
    try mount(script: "plain")
    defer { unmount("mnt") }
    #expect(try shell("ls mnt; cat mnt/a").output == "a\nempty\nfolder\nlink\nalpha\n")
    let process = try process()
    kill(process, SIGSTOP)
    defer { kill(process, SIGCONT) }
    #expect(try shell("ls mnt; cat mnt/a").output == "a\nempty\nfolder\nlink\nalpha\n")
    let waited = try shell("ls mnt/folder")
    #expect(waited.error.contains("Input/output error"), "\(waited)")
    kill(process, SIGCONT)
    #expect(try shell("ls mnt/folder").output == "b\nc\nd\ne\n")
  }

  /// A provider whose process cannot be started any more: what is here can be mounted and used, and the rest is unreachable.
  @Test func `no process`() throws {
    try mount(script: "plain")
    #expect(try shell("ls mnt; cat mnt/a").output == "a\nempty\nfolder\nlink\nalpha\n")
    unmount("mnt")
    let process = try process()
    #expect(eventually(seconds: 60) { !isAlive(process) })
    let copy = sandbox.url("program")
    try Data("#!/bin/sh\nexit 1\n".utf8).write(to: copy)
    chmod(copy.path, 0o755)
    try setProgram(copy.path)
    let mounted = try sandbox.run("mount", "--domain", "greetings", "mnt")
    #expect(mounted.status == 0, "\(mounted.error)")
    defer { unmount("mnt") }
    #expect(try shell("ls mnt; cat mnt/a").output == "a\nempty\nfolder\nlink\nalpha\n")
    #expect(eventually(seconds: 60) { (try? shell("ls mnt/folder").error.contains("No route to host")) ?? false })
  }

  /// The command without a provider mounts a provider's domain by the program that its store names, unless others could have put
  /// something else in its place.
  @Test func `another programs domain`() throws {
    try mount()
    unmount("mnt")
    #expect(try sandbox.run("mount", "--domain", "greetings", "mnt").status == 0)
    #expect(try shell("cat mnt/*").output == greetings)
    unmount("mnt")
    let copy = sandbox.url("program")
    let fixture = try #require(Machine.built("ProviderFixture"))
    try FileManager.default.copyItem(atPath: fixture, toPath: copy.path)
    chmod(copy.path, 0o777)
    try setProgram(copy.path)
    let refused = try sandbox.run("mount", "--domain", "greetings", "mnt")
    #expect(refused.status == 69)
    #expect(
      refused.error.contains("GreetingProvider") && refused.error.contains("writable by others"), "\(refused.error)")
    chmod(copy.path, 0o755)
    #expect(try sandbox.run("mount", "--domain", "greetings", "mnt").status == 0)
    unmount("mnt")
    try setProgram(nil)
    let unknown = try sandbox.run("mount", "--domain", "greetings", "mnt")
    #expect(unknown.status == 69)
    #expect(unknown.error.contains("GreetingProvider"), "\(unknown.error)")
  }

  /// Sets which program the store names.
  private func setProgram(_ path: String?) throws {
    let store = try ItemStore(directory: store)
    try store.change(author: "test") { (transaction) throws(StoreError) in
      try transaction.changeSetting("provider.program", to: path)
    }
    try store.finish()
  }

  /// Whether another user can run the fixture.
  private static let isForAll =
    Machine.built("ProviderFixture").map { path in
      (try? RunningProcess(["setpriv", "--reuid", "1", "--clear-groups", "test", "-x", path]).wait().status == 0)
        ?? false
    } ?? false

  /// Root mounts a user's domain: the provider runs as that user, with that user's groups, home and environment, and nothing of root's.
  @Test(.enabled(if: Machine.isRoot && isForAll, "this needs root, and a fixture that other users can run"))
  func `roots mount`() throws {
    try mount()
    unmount("mnt")
    let first = try process()
    #expect(eventually(seconds: 60) { !isAlive(first) })
    let user = try #require(getpwuid(1)?.pointee)
    let number = user.pw_uid
    chmod(sandbox.url("data").path, 0o755)
    chmod(sandbox.url("data/fileprovider").path, 0o755)
    let owned = try shell("chown -R \(number):\(user.pw_gid) '\(store.path)'")
    #expect(owned.status == 0)
    try FileManager.default.removeItem(at: sandbox.url("record"))
    // Root has groups of its own, which the provider must not have.
    let fixture = try #require(Machine.built("ProviderFixture"))
    let mounted = try sandbox.program(
      "setpriv", "--groups", "4,24", fixture, "mount", "--domain", "greetings", "mnt",
      variables: ["PROVIDER_RECORD": sandbox.url("record").path])
    try #require(mounted.status == 0, "\(mounted.error)")
    defer { unmount("mnt") }
    let process = try newProcess(after: first)
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    func field(_ name: String) -> [Substring] {
      status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?.split(whereSeparator: \.isWhitespace) ?? []
    }
    #expect(eventually(seconds: 60) { (try? shell("cat mnt/*").output) == greetings })
    #expect(field("Uid").dropFirst().allSatisfy { $0 == "\(number)" }, "\(field("Uid"))")
    #expect(field("Gid").dropFirst().allSatisfy { $0 == "\(user.pw_gid)" }, "\(field("Gid"))")
    #expect(Set(field("Groups").dropFirst()).isDisjoint(with: ["0", "4", "24"]), "\(field("Groups"))")
    let environment = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/environ"))
    let names = environment.split(separator: 0).map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    }
    #expect(Set(names) == ["HOME", "USER", "LOGNAME", "PATH", "LANG"])
    #expect(access(sandbox.url("record").path, F_OK) != 0)
  }

  /// A program that takes the place of a provider's gets nothing of what root's process has, whatever that was left with.
  @Test(.enabled(if: Machine.isRoot && isForAll, "this needs root, and a fixture that other users can run"))
  func `a program that root starts for a user inherits nothing`() throws {
    let script = sandbox.url("program")
    let place = sandbox.url("place")
    try Data("#!/bin/sh\ncat /proc/self/status; ls -l /proc/self/fd; env; pwd\n".utf8).write(to: script)
    chmod(script.path, 0o755)
    mkdir(place.path, 0o755)
    chown(place.path, 1, 1)
    let hostile = """
      use POSIX; umask 0; $SIG{USR2} = 'IGNORE'; $SIG{CHLD} = 'IGNORE'; $ENV{SECRET} = 'root'; $^F = 100; chdir '/root';
      sigprocmask(SIG_BLOCK, POSIX::SigSet->new(SIGUSR1, SIGALRM)); open(my $f, '<', '/etc/passwd'); POSIX::dup2(fileno($f), 55);
      $) = $( = '0 4 24'; exec @ARGV
      """
    let result = try sandbox.program(
      "perl", "-e", hostile, try Sandbox.fileprovider, "provider-host", "--domain", "greetings", "--store", place.path,
      "--program", script.path)
    #expect(result.status == 0, "\(result)")
    func field(_ name: String) -> [Substring] {
      let line = result.lines.first { $0.hasPrefix(name + ":") }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().map { $0 } ?? []
    }
    #expect(field("Uid") == ["1", "1", "1", "1"] && Set(field("Groups")).isDisjoint(with: ["0", "4", "24"]))
    #expect(field("Umask") == ["0022"])
    for name in ["SigBlk", "SigIgn", "CapInh", "CapPrm", "CapEff", "CapAmb"] {
      // posix_spawn(3) of glibc ignores the two signals that are glibc's own.
      let bits = field(name).first.flatMap { UInt64($0, radix: 16) }
      #expect(bits.map { $0 & ~(3 << 31) } == 0, "\(name)")
    }
    #expect(!result.output.contains("SECRET") && !result.output.contains("55 -> "), "\(result.output)")
    #expect(result.lines.last != "/root")
  }

  /// A provider of another user has no descriptor of root's terminal, where it could read.
  @Test(.enabled(if: Machine.isRoot && isForAll, "this needs root, and a fixture that other users can run"))
  func `root's standard error is not for a user's provider`() throws {
    try mount()
    unmount("mnt")
    let first = try process()
    #expect(eventually { !isAlive(first) })
    for name in ["data", "data/fileprovider"] { chmod(sandbox.url(name).path, 0o755) }
    #expect(try shell("chown -R 1:1 '\(store.path)'").status == 0)
    let mounting = try sandbox.startProgram(
      ["ProviderFixture", "mount", "--foreground", "--domain", "greetings", "mnt"])
    defer { unmount("mnt") }
    let process = try newProcess(after: first)
    func target(_ process: pid_t) throws -> String {
      try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/2")
    }
    #expect(try target(process) != target(mounting.pid))
    #expect(eventually { (try? shell("cat mnt/*").output) == greetings })
  }

  /// Garbage on the socket costs nobody anything.
  @Test func `garbage on the socket`() throws {
    try mount()
    defer { unmount("mnt") }
    let script = """
      use Socket; $SIG{PIPE} = 'IGNORE';
      for my $size (1, 4, 100, 100000) {
        socket(S, AF_UNIX, SOCK_STREAM, 0) or die; connect(S, sockaddr_un("provider.socket")) or die "connect: $!";
        syswrite(S, join("", map { chr(int(rand(256))) } 1 .. $size)); shutdown(S, 1); while (sysread(S, my $b, 4096)) {}
      }
      """
    let folder = "cd '\(store.path)' && exec /usr/bin/perl -e "
    let result = try sandbox.program("/bin/sh", "-c", folder + "\"$0\"", script)
    #expect(result.status == 0, "\(result.error)")
    #expect(try shell("cat mnt/*").output == greetings)
    #expect(try made() == [try process()])
  }
}
