import Foundation
import Glibc
import TestSupport
import Testing

/// A domain on a read-only disk, or in another user's folder.
@Suite(.timeLimit(.minutes(2))) struct ReadOnlyDiskTests {
  let sandbox: Sandbox
  private static let count = 20

  /// Twenty files, in a store that was closed cleanly, with its log folded.
  init() throws {
    sandbox = try Sandbox()
    for number in 0..<Self.count { try sandbox.write("contents of \(number)", to: "tree/file\(number)") }
    try sandbox.lines("import", "tree")
    try sandbox.lines("favorite", "/tree/file7")
    try sandbox.lines("check", "--repair")
  }

  /// Runs a script in which `$F` is the command, in a mount namespace of its own where the domains cannot be written.
  private func onReadOnlyDisk(_ script: String) throws -> ProcessResult {
    let place = sandbox.url("data").path
    let mount = "mount --make-rprivate / && mount --bind '\(place)' '\(place)' && mount -o remount,ro,bind '\(place)'"
    let variables = ["F": try Sandbox.fileprovider, "TMPDIR": sandbox.url("temporary").path]
    try FileManager.default.createDirectory(at: sandbox.url("temporary"), withIntermediateDirectories: true)
    return try sandbox.program("unshare", "-m", "/bin/sh", "-c", "\(mount) && { \(script); }", variables: variables)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can mount"))
  func `what looks works, search included, and leaves nothing behind; what changes is refused`() throws {
    #expect(try onReadOnlyDisk("$F ls /tree").lines.count == Self.count)
    #expect(try onReadOnlyDisk("$F cat /tree/file7").output == "contents of 7")
    #expect(try onReadOnlyDisk("$F tail -n 1 --container all --json").objects().count >= 1)
    #expect(try onReadOnlyDisk("$F check").status == 0)
    #expect(try onReadOnlyDisk("$F working-set").output == "/tree/file7  [★]\n")
    #expect(try onReadOnlyDisk("$F search --all -n 1 file7").output == "/tree/file7\n")
    #expect(try onReadOnlyDisk("$F search file7 --json -n 1").objects().count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.url("temporary").path) == [])
    #expect(try onReadOnlyDisk("$F status").output.contains("the last 4 000 000 changes"))
    #expect(try onReadOnlyDisk("$F export /tree out").status == 0)
    #expect(try String(contentsOf: sandbox.url("out/tree/file7"), encoding: .utf8) == "contents of 7")
    let change = try onReadOnlyDisk("$F mkdir /new")
    #expect(change.status == 1 && change.error.contains("read-only"), "\(change)")
    let set = try onReadOnlyDisk("$F domain set default --history 3")
    #expect(set.status == 1 && set.error.hasPrefix("fileprovider: domain “default”: "), "\(set)")
    let added = try onReadOnlyDisk("$F domain add other")
    #expect(added.status == 1 && added.error.contains("Read-only file system"), "\(added)")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can mount"))
  func `a backup is whole, and leaves nothing behind in the temporary folder`() throws {
    let result = try onReadOnlyDisk("$F domain backup file.tar && $F domain backup - > piped.tar")
    #expect(result.status == 0 && result.error.isEmpty, "\(result)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.url("temporary").path) == [])
    for file in ["file.tar", "piped.tar"] {
      try sandbox.lines("domain", "restore", file, file)
      #expect(try sandbox.lines("check", "--contents", "--domain", file).isEmpty)
      #expect(try sandbox.run("cat", "--domain", file, "/tree/file7").output == "contents of 7")
      #expect(try sandbox.lines("ls", "--domain", file, "/tree").count == Self.count)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can mount"))
  func `one that follows waits, and ends well when it is interrupted`() throws {
    let result = try onReadOnlyDisk("timeout -s INT 2 $F tail -f -n 1 --container all; echo ended with $?")
    // timeout(1) says 124 when it had to interrupt.
    #expect(result.output.contains("file7") && result.output.hasSuffix("ended with 124\n"), "\(result)")
  }

  @Test(.enabled(if: geteuid() == 0 && Machine.hasFUSE, "needs root and /dev/fuse"))
  func `it is mounted with -o ro, and only so`() throws {
    try FileManager.default.createDirectory(at: sandbox.url("mnt"), withIntermediateDirectories: true)
    let refused = try onReadOnlyDisk("$F mount mnt")
    #expect(refused.status == 1 && refused.error.contains("mount it with -o ro"), "\(refused)")
    let script = "$F mount -o ro mnt && cat mnt/tree/file7 && ls mnt/tree | wc -l && ! touch mnt/new; $F unmount mnt"
    let result = try onReadOnlyDisk(script)
    #expect(
      result.output == "contents of 7\(Self.count)\n" && result.error.contains("Read-only file system"), "\(result)")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can mount"))
  func `a store that was not closed cleanly says so, and what to do`() throws {
    let log = sandbox.url("data/fileprovider/default/items.sqlite-wal")
    try Data(repeating: 7, count: 8192).write(to: log)
    let result = try onReadOnlyDisk("$F ls /tree")
    #expect(result.status == 1 && result.error.contains("not closed cleanly"), "\(result)")
  }

  /// The same for a person who may read the folder and not write it.
  @Test(.enabled(if: geteuid() == 0, "only root can become somebody else")) func `somebody elses folder`() throws {
    // The folder of the tests need not let others through.
    let folder = try #require(mkdtemp(strdup("/tmp/fileprovider-XXXXXX")).map { String(cString: $0) })
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script = """
      cp -a '\(sandbox.url("data").path)' \(folder)/data && cp "$F" \(folder)/fileprovider
      chmod 755 \(folder) && chmod -R a+rX \(folder)/data
      export XDG_DATA_HOME=\(folder)/data
      for words in 'ls /tree' 'cat /tree/file7' 'search --all file7' 'tail -n 1 --container all' 'status' 'check'; do
        setpriv --reuid 65534 --regid 65534 --clear-groups \(folder)/fileprovider $words > /dev/null || echo "$words: $?"
      done
      setpriv --reuid 65534 --regid 65534 --clear-groups \(folder)/fileprovider mkdir /new || echo "mkdir: $?"
      """
    let result = try sandbox.shell(script)
    #expect(result.output == "mkdir: 1\n", "\(result)")
  }
}
