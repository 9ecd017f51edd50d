import Foundation
import Glibc
import TestSupport

/// A machine whose power can be cut: a disk in a file, and what tells one run of the machine from the next.
///
/// It needs a mount namespace of its own (unshare(1)), which takes all this with it when the process ends. The disk is ext4 on a loop device over a file
/// in memory, where whatever is not part of the machine is kept as well: it survives a cut.
final class CutMachine {
  /// The file system that loses what was not synchronized.
  let disk: String
  /// What survives a cut.
  let memory: String
  private let image: String
  private let options: String

  /// - Parameter megabytes: The size of the disk.
  init(folder: String, megabytes: Int, commitSeconds: Int) throws(CutFailure) {
    (disk, memory) = (folder + "/disk", folder + "/memory")
    image = memory + "/image"
    options = "loop,commit=\(commitSeconds)"
    for path in [disk, memory] { mkdir(path, 0o755) }
    guard Glibc.mount("tmpfs", memory, "tmpfs", 0, nil) == 0 else { throw CutFailure("cannot mount tmpfs", errno) }
    let file = open(image, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0, ftruncate(file, off_t(megabytes) << 20) == 0 else { throw CutFailure("cannot make a disk", errno) }
    close(file)
    try Self.run(["mkfs.ext4", "-q", "-F", "-b", "4096", image], memory)
    try attach()
    try startAnew()
  }

  deinit {
    umount2(disk, Int32(MNT_DETACH))
    umount2(Self.bootIdentity, Int32(MNT_DETACH))
    umount2(memory, Int32(MNT_DETACH))
  }

  /// Tries whether such a machine can be made here.
  static func probe(folder: String) throws(CutFailure) {
    let machine = try CutMachine(folder: folder, megabytes: 16, commitSeconds: 5)
    try machine.cut()
    try machine.detach()
    try machine.attach()
    try machine.startAnew()
  }

  /// Mounts the disk, which replays its journal. The loop device goes with the last use of it (`mount -o loop` asks for that).
  func attach() throws(CutFailure) { try Self.run(["mount", "-t", "ext4", "-o", options, image, disk], memory) }

  /// From here on nothing reaches the disk (`FS_IOC_SHUTDOWN` with `FS_SHUTDOWN_FLAGS_NOLOGFLUSH`, as xfstests does): as if the power were cut.
  func cut() throws(CutFailure) {
    let directory = open(disk, O_RDONLY | O_CLOEXEC)
    defer { close(directory) }
    var flags: UInt32 = 2
    guard directory >= 0, ioctl(directory, 0x8004_587D, &flags) == 0 else { throw CutFailure("cannot cut", errno) }
  }

  /// Gives the disk back as it is after the cut. No process may use it any more.
  func detach() throws(CutFailure) {
    var number: Int32 = 0
    let isGone = eventually(seconds: 120) {
      guard umount2(self.disk, 0) != 0 else { return true }
      number = errno
      return false
    }
    if !isGone { throw CutFailure("cannot unmount the disk", number) }
  }

  private static let bootIdentity = "/proc/sys/kernel/random/boot_id"
  private var identity: String { memory + "/boot_id" }

  /// Has the system tell that it was started anew.
  func startAnew() throws(CutFailure) {
    let isFirst = access(identity, F_OK) != 0
    let file = open(identity, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    let text = Array("\(UUID().uuidString.lowercased())\n".utf8)
    guard file >= 0, write(file, text, text.count) == text.count else { throw CutFailure("cannot write", errno) }
    close(file)
    guard isFirst else { return }
    guard Glibc.mount(identity, Self.bootIdentity, nil, UInt(MS_BIND), nil) == 0 else {
      throw CutFailure("cannot bind \(Self.bootIdentity)", errno)
    }
  }

  private static func run(_ words: [String], _ folder: String) throws(CutFailure) {
    let path = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
    guard let process = try? RunningProcess(words, environment: path, output: folder + "/tool") else {
      throw CutFailure("cannot start \(words[0])", errno)
    }
    let result = process.finish()
    if result.status != 0 { throw CutFailure("\(words.joined(separator: " ")): \(result.error)", 0) }
  }
}

/// Why a round could not be run to its end.
struct CutFailure: Error, CustomStringConvertible {
  let description: String
  /// Whether it is what is tested that refused, and not the machine.
  let isFinding: Bool

  init(_ what: String, _ number: Int32, isFinding: Bool = false) {
    description = number == 0 ? what : "\(what): \(Outcome.error(number))"
    self.isFinding = isFinding
  }

  /// Ends the round, and with the first process of its namespace everything in it.
  func end() -> Never {
    print(description)
    exit(isFinding ? 1 : 3)
  }
}
