import Foundation
import Testing

/// A file system of its own in a file, mounted as the data folder of a sandbox, and a program that fills it.
struct SmallDisk {
  let sandbox: Sandbox
  private var path: String { sandbox.folder + "/data" }
  private var filler: String { path + "/filler" }

  /// Why there can be none, if so.
  static var problem: String? {
    if geteuid() != 0 { return "only root can mount a small disk" }
    if access("/dev/loop-control", R_OK | W_OK) != 0 { return "there are no loop devices" }
    return Machine.installed("mkfs.ext4") == nil ? "mkfs.ext4 is not installed" : nil
  }

  static var reason: Comment { Comment(rawValue: problem ?? "small disks can be made here") }

  /// - Parameters:
  ///   - type: `ext4`, or `ext3`, which has no room behind the end of a file.
  ///   - blockSize: In bytes.
  init(_ sandbox: Sandbox, type: String = "ext4", blockSize: Int, megabytes: Int) throws {
    self.sandbox = sandbox
    let made = try sandbox.shell(
      """
      truncate -s \(megabytes)M disk && mkfs.\(type) -q -F -m 0 -b \(blockSize) disk && mount -o loop disk data && chmod 700 data
      """)
    try #require(made.status == 0, "\(made)")
  }

  /// Starts a program that takes each block as soon as it is free, and waits until none is left.
  func startFilling() throws -> RunningProcess {
    let process = try sandbox.startProgram([
      "/bin/sh", "-c",
      "while :; do dd if=/dev/zero of=\(filler) bs=1k oflag=append conv=notrunc status=none; done 2>\(sandbox.folder)/errors",
    ])
    try #require(eventually(seconds: 60) { freeBlocks == 0 })
    return process
  }

  func stopFilling(_ process: RunningProcess) {
    kill(-process.pid, SIGKILL)
    _ = eventually { process.hasEnded }
  }

  /// Fills the disk but for some room.
  func fill(butFor bytes: Int) throws {
    let filled = try sandbox.shell(
      """
      dd if=/dev/zero of=\(filler) bs=1k oflag=append conv=notrunc status=none; sync -f \(filler)
      truncate -s -\(bytes) \(filler); sync -f \(filler); true
      """)
    try #require(filled.errors.contains("No space left"), "\(filled)")
  }

  func empty() throws { try FileManager.default.removeItem(atPath: filler) }

  private var freeBlocks: UInt {
    var status = statvfs()
    return statvfs(path, &status) == 0 ? status.f_bavail : .max
  }
}
