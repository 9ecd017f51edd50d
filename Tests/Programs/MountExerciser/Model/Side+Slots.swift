import CSystemCalls
import Glibc

extension Side {
  func performOnSlot(_ operation: Operation) -> Observation {
    switch operation {
    case .open(let slot, let path, let flags, let mode):
      return keep(Glibc.open(self.path(path), flags | O_CLOEXEC | O_NONBLOCK, mode), in: slot)
    case .createIn(let directory, let name, let slot):
      return keep(openat(slots[directory], name, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o640), in: slot)
    case .close(let slot):
      let descriptor = slots[slot]
      let observation = Observation { dup(descriptor) < 0 ? -1 : 0 }
      closeSlot(slot)
      return observation
    case .read(let slot, let offset, let count):
      // A directory's place is a number of its own in each file system, and some are too large to read at.
      return read(slots[slot], isDirectory[slot] ? 0 : offset, count)
    case .write(let slot, let offset, let count, let seed):
      let bytes = Pattern.bytes(count, seed: seed)
      let descriptor = slots[slot]
      return Observation(
        Outcome {
          offset.map { pwrite(descriptor, bytes, count, off_t($0)) } ?? Glibc.write(descriptor, bytes, count)
        })
    case .seek(let slot, let offset, let whence):
      guard !isDirectory[slot] else { return Observation(.value(0)) }
      return whence <= SEEK_END
        ? Observation(Outcome { lseek(slots[slot], off_t(offset), whence) }) : seekSparse(slots[slot], offset, whence)
    case .resize(let slot, let size): return Observation { ftruncate(slots[slot], off_t(size)) }
    case .allocate(let slot, let mode, let offset, let count):
      return Observation { fallocate(slots[slot], mode, off_t(offset), off_t(count)) }
    case .copy(let from, let fromOffset, let to, let toOffset, let count):
      var (input, output) = (off_t(fromOffset), off_t(toOffset))
      return Observation(Outcome { copy_file_range(slots[from], &input, slots[to], &output, count, 0) })
    case .map(let slot, let offset, let count, let seed): return map(slots[slot], offset, count, seed)
    case .synchronize(let slot, let dataOnly):
      return Observation { dataOnly ? fdatasync(slots[slot]) : fsync(slots[slot]) }
    case .status(let slot):
      var status = stat()
      let outcome = Outcome { fstat(slots[slot], &status) }
      return Observation(outcome, outcome.isError ? "" : NodeFacts.text(status))
    case .list(let slot):
      let (outcome, names) = Listing.names(slots[slot])
      return Observation(outcome, names.joined(separator: " "))
    case .changeMode(let slot, let mode): return Observation { fchmod(slots[slot], mode) }
    default: fatalError("not an operation on a slot")
    }
  }

  /// Numbers of descriptors differ, so success is 0.
  private func keep(_ descriptor: Int32, in slot: Int) -> Observation {
    guard descriptor >= 0 else { return Observation(.error(errno)) }
    put(descriptor, in: slot)
    return Observation(.value(0))
  }

  /// Looks for data or a hole. Where they are is the disk's affair: what was allocated and never written may count as either, and that
  /// changes when it writes back. But what is skipped as a hole must be zeros, and the place is made the same on both sides.
  private func seekSparse(_ descriptor: Int32, _ offset: Int, _ whence: Int32) -> Observation {
    let outcome = Outcome { lseek(descriptor, off_t(offset), whence) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, offset < status.st_size else { return Observation(outcome) }
    lseek(descriptor, off_t(offset), SEEK_SET)
    guard whence == Int32(seek_data) else { return Observation(.value(outcome.isError ? -1 : 0)) }
    let end = if case .value(let found) = outcome { found } else { Int(status.st_size) }
    var bytes = [UInt8](repeating: 0, count: end - offset)
    pread(descriptor, &bytes, bytes.count, off_t(offset))
    return Observation(.value(0), bytes.allSatisfy { $0 == 0 } ? "" : "data is skipped")
  }

  private func read(_ descriptor: Int32, _ offset: Int?, _ count: Int) -> Observation {
    var buffer = [UInt8](repeating: 0, count: count)
    let outcome = Outcome {
      offset.map { pread(descriptor, &buffer, count, off_t($0)) } ?? Glibc.read(descriptor, &buffer, count)
    }
    guard case .value(let read) = outcome else { return Observation(outcome) }
    return Observation(outcome, NodeFacts.checksum(buffer[..<read]))
  }

  /// Writes through a shared mapping, as far as the file reaches.
  private func map(_ descriptor: Int32, _ offset: Int, _ count: Int, _ seed: UInt64) -> Observation {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return Observation(.error(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { return Observation(.value(0)) }
    let size = Int(status.st_size)
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    let number = errno
    guard let memory, memory != MAP_FAILED else { return Observation(.error(number)) }
    let bytes = Pattern.bytes(max(0, min(count, size - offset)), seed: seed)
    bytes.withUnsafeBytes { source in
      if source.count > 0 { memcpy(memory + offset, source.baseAddress!, source.count) }
    }
    let sync = Outcome { msync(memory, size, Int32(MS_SYNC)) }
    munmap(memory, size)
    return Observation(sync, String(bytes.count))
  }
}
