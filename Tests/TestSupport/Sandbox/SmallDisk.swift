import Foundation

/// A small file system of a test's own (root only), unmounted when it is let go, and a program that fills it.
package final class SmallDisk {
  package enum Kind {
    /// In memory (tmpfs(5)).
    case memory
    /// On a loop device: `ext4`, or `ext3`, which has no room behind the end of a file. Blocks are so many bytes long.
    case loop(type: String, blockSize: Int)
  }

  /// Where it is mounted.
  package let path: String
  private let image: TestDirectory?
  private var filler: String { path + "/filler" }

  /// Why there can be none on a loop device, if so.
  package static var loopProblem: String? {
    if !Machine.isRoot { return "only root can mount a small disk" }
    if access("/dev/loop-control", R_OK | W_OK) != 0 { return "there are no loop devices" }
    return Machine.installed("mkfs.ext4") == nil ? "mkfs.ext4 is not installed" : nil
  }

  /// - Parameters:
  ///   - path: A folder to mount it on, which is made if need be. Its mode is 0700 afterwards.
  ///   - megabytes: Its size.
  package init(at path: String, _ kind: Kind = .memory, megabytes: Int) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    switch kind {
    case .memory:
      image = nil
      try Self.run("mount -t tmpfs -o size=\(megabytes)m,mode=0700 tmpfs \"$1\"", path)
    case .loop(let type, let blockSize):
      let image = try TestDirectory("disk")
      self.image = image
      try Self.run(
        """
        cd "$2" && truncate -s \(megabytes)M disk && mkfs.\(type) -q -F -m 0 -b \(blockSize) disk && mount -o loop disk "$1" && chmod 700 "$1"
        """, path, image.path)
    }
  }

  /// Unmounts a disk on a loop device, and mounts it again.
  package func remount() throws {
    guard let image else { throw SupportFailure("what is in memory cannot be mounted again") }
    try Self.run("umount \"$1\" && mount -o loop \"$2/disk\" \"$1\"", path, image.path)
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  @discardableResult
  private static func run(_ script: String, _ words: String...) throws -> ProcessResult {
    let result = try RunningProcess(["/bin/sh", "-c", script, "sh"] + words).wait()
    guard result.status == 0 else { throw SupportFailure("\(result)") }
    return result
  }

  /// Starts a program that takes each block as soon as it is free, and waits until none is left.
  package func startFilling() throws -> RunningProcess {
    let script =
      "while :; do dd if=/dev/zero of=\(filler) bs=1k oflag=append conv=notrunc status=none; done 2>/dev/null"
    let process = try RunningProcess(["/bin/sh", "-c", script])
    guard eventually({ freeBlocks == 0 }) else { throw SupportFailure("\(path) is not full") }
    return process
  }

  /// Fills the disk but for some room.
  package func fill(butFor bytes: Int) throws {
    let filled = try Self.run(
      """
      dd if=/dev/zero of=\(filler) bs=1k oflag=append conv=notrunc status=none; sync -f \(filler)
      truncate -s -\(bytes) \(filler); sync -f \(filler); true
      """)
    guard filled.error.contains("No space left") else { throw SupportFailure("\(filled)") }
  }

  /// Gives the room back that was filled.
  package func empty() throws { try FileManager.default.removeItem(atPath: filler) }

  private var freeBlocks: UInt {
    var status = statvfs()
    return statvfs(path, &status) == 0 ? status.f_bavail : .max
  }
}
