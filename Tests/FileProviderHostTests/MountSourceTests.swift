import Foundation
import Glibc
import TestSupport
import Testing

/// What `mount` is told as mount(8) tells it: a source, options behind it, whose domain, and what changes in place.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"), .serialized)
final class MountSourceTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try FileManager.default.createDirectory(at: sandbox.url("mnt"), withIntermediateDirectories: true)
    try sandbox.lines("domain", "add", "other")
    try sandbox.lines("mkdir", "--domain", "other", "/inside")
  }

  deinit { _ = try? sandbox.run("unmount", "--lazy", "mnt") }

  private func options() throws -> [Substring] {
    let line = try sandbox.type("grep \" $PWD/mnt \" /proc/self/mountinfo").lines.last
    return try #require(line).split(separator: " ")[5].split(separator: ",")
  }

  /// As sshfs has it, options last; and as mount.fuse3(8) starts the program of a file system.
  @Test(arguments: ["mount other mnt -o ro", "mount -o ro other mnt", "other \"$PWD/mnt\" -o ro"])
  func `a source and a directory`(words: String) throws {
    #expect(try sandbox.type("fileprovider \(words) && ls mnt").lines == ["inside"])
    #expect(try options().contains("ro"))
  }

  /// A domain that is named by the source and is not there is not made.
  @Test(arguments: ["default", "nosuch"]) func `a source that is not there`(name: String) throws {
    let result = try sandbox.run("mount", name, "mnt")
    #expect(result.status == 1 && result.error.contains("no such domain"), "\(result)")
    #expect(try sandbox.run("mount", "--domain", "other", name, "mnt").status == 64)
    #expect(try sandbox.lines("domain", "list") == ["other"])
  }

  /// With -v it is said what is mounted where.
  @Test func `a mount that is told of`() throws {
    let result = try sandbox.run("mount", "-v", "other", "mnt")
    #expect(result.error.contains("domain “other” is mounted on \(sandbox.url("mnt").path)"))
    #expect(try sandbox.run("unmount", "mnt").error.isEmpty)
    #expect(try sandbox.run("mount", "other", "mnt").error.isEmpty)
  }

  /// What would not be done is refused with a sentence.
  @Test func `an option that is refused`() throws {
    let result = try sandbox.run("mount", "other", "mnt", "-o", "auto_unmount")
    #expect(result.status == 64 && result.error.contains("“auto_unmount” is not supported"), "\(result)")
    #expect(try sandbox.run("mount", "other", "mnt", "-o", "user=no-such-user").status == 64)
    #expect(try sandbox.run("mount", "-o", "remount,noexec", "mnt").status == 64)
    #expect(try sandbox.run("mount", "-o", "remount,ro", "mnt").status == 69)
  }

  @Test(.enabled(if: geteuid() == 0, "only root may"))
  func `root's own mounts honour set-ID bits and device nodes when they are told to`() throws {
    try sandbox.lines("mount", "other", "mnt", "-o", "nodev,suid,dev")
    #expect(try !options().contains("nosuid") && !options().contains("nodev"))
    try sandbox.lines("unmount", "mnt")
    #expect(try sandbox.shell("chown -R 12345:12345 data/fileprovider/other && chmod 700 data").status == 0)
    let hidden = try sandbox.run("mount", "other", "mnt")
    #expect(hidden.status == 69 && hidden.error.contains("cannot enter a folder above it"), "\(hidden)")
    #expect(try sandbox.shell("chmod 755 data data/fileprovider").status == 0)
    let refused = try sandbox.run("mount", "other", "mnt", "-o", "nosuid,dev")
    #expect(refused.status == 64 && refused.error.contains("owned by another user than root"), "\(refused)")
  }

  @Test(.enabled(if: geteuid() == 0, "only root may"))
  func `a mount becomes read-only and writable again in place; one that was made read-only stays so`() throws {
    try sandbox.lines("mount", "other", "mnt", "-o", "nosuid,noexec")
    #expect(
      try sandbox.type("fileprovider mount -o remount,ro mnt && ! touch mnt/new 2>&1").output.contains("Read-only"))
    #expect(try options().starts(with: ["ro", "nosuid"]) && options().contains("noexec"))
    let present = try options().joined(separator: ",")
    let silent = try sandbox.type("fileprovider mount other mnt -o \(present),user_id=0,rw,remount && touch mnt/new")
    #expect(silent.status == 0 && silent.error.isEmpty, "\(silent)")
    let told = try sandbox.run("mount", "-o", "remount,rw,nosuid,sync", "mnt")
    #expect(told.status == 0 && told.error.contains("; ignored sync"), "\(told)")
    #expect(try options().starts(with: ["rw", "nosuid"]) && options().contains("noexec"))
    try sandbox.lines("unmount", "mnt")
    try sandbox.lines("mount", "other", "mnt", "-o", "ro")
    let refused = try sandbox.run("mount", "-o", "remount,rw", "mnt")
    #expect(refused.status == 1 && refused.error.contains("mounted read-only by a process"), "\(refused)")
  }

  /// Root names whose domain it mounts, by name or by home directory; a domain that this person does not have is not made.
  @Test(
    .enabled(if: geteuid() == 0, "only root may"),
    arguments: ["-o user=tom default", "\"$PWD/tom\"", "\"$PWD/tom\":default"])
  func `another persons domain`(source: String) throws {
    let result = try sandbox.type(
      """
      mkdir -p tom/.local/share/fileprovider; chown -R 12345 tom
      echo "tom:x:12345:12345::$PWD/tom:/bin/sh" > passwd; cat /etc/passwd >> passwd
      cat > script <<'END'
      set -e; mount --bind passwd /etc/passwd
      ! "$1" mount \(source) mnt || exit 1
      [ -z "$(ls tom/.local/share/fileprovider)" ] && [ ! -e data/fileprovider/default ]
      HOME=$PWD/tom XDG_DATA_HOME= setpriv --reuid 12345 --regid 12345 --clear-groups "$1" mkdir /toms
      "$1" mount \(source) mnt; ls mnt; "$1" unmount mnt
      ! "$1" mount \(source) mnt -o dev || exit 1
      END
      chmod 755 .; unshare -m sh script "\(try Sandbox.fileprovider)"
      """)
    #expect(result.status == 0 && result.lines == ["toms"], "\(result)")
    #expect(
      result.error.contains("“tom” has no such domain") && result.error.contains("owned by another user than root"))
  }
}
