import Glibc

// Documents that are large enough for the kernel to write them itself, where it may.
extension CutScenario {
  /// 1.25 MiB.
  @Sendable private static func large(_ stage: CutStage) -> [UInt8] {
    Array(repeatElement(stage.version(1), count: 1_310_720 / stage.version(1).count + 1).joined().prefix(1_310_720))
  }

  static let passing = [
    // What was synchronized is there, and of what was written since any first part.
    CutScenario(name: "large-synchronized", isPassed: true) { stage in
      let bytes = large(stage)
      stage.write("document", bytes, synchronizes: true)
      stage.synchronizeFolder()
      let descriptor = stage.open("document", O_RDWR)
      stage.write(descriptor, stage.version(2))
      lseek(descriptor, 0, SEEK_END)
      stage.write(descriptor, stage.version(3))
      stage.synchronize(descriptor)
      stage.write(descriptor, stage.version(4))
      // The kernel keeps the disk busy for who has its file open.
      close(descriptor)
      stage.remember(stage.version(2) + bytes.dropFirst(stage.version(2).count) + stage.version(3))
    } verify: { stage in
      stage.expect("document", stage.remembered, partly: stage.remembered + stage.version(4))
    },
    // A mapping is synchronized after the document was saved anew and closed, while the disk may not have it yet.
    CutScenario(name: "large-mapped", isPassed: true) { stage in
      var bytes = large(stage)
      stage.write("document", bytes, synchronizes: true)
      stage.synchronizeFolder()
      bytes.reverse()
      stage.write("document", bytes, flags: O_TRUNC)
      let reader = stage.open("document", O_RDONLY)
      let descriptor = stage.open("document", O_RDWR)
      guard let memory = mmap(nil, bytes.count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
      else { return stage.problems.add("mmap: \(errno)") }
      close(descriptor)
      memory.storeBytes(of: 255, toByteOffset: 700_000, as: UInt8.self)
      bytes[700_000] = 255
      if msync(memory, bytes.count, Int32(MS_SYNC)) != 0 { stage.problems.add("msync: \(errno)") }
      munmap(memory, bytes.count)
      close(reader)
      stage.remember(bytes)
    } verify: { stage in
      stage.expect("document", stage.remembered)
    },
  ]
}
