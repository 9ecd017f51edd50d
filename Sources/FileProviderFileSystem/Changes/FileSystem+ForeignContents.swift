import FileProviderStore
import Glibc

// Somebody else may give an open document other contents. A reader's descriptor then moves to the new ones; a
// writer's stays, and when it commits, what it wrote wins: it is the last to say what the contents are, as with any
// file two programs write.
extension FileSystem {
  /// Takes over a row that somebody else has changed.
  func follow(_ row: ItemAttributes, in file: OpenFile) {
    let (known, isModified) = file.withState { ($0.attributes.content, $0.isModified) }
    guard row.content != known else { return file.apply(row) }
    // Without new contents here, those that are open serve until they are closed.
    guard !isModified, let content = row.content, let new = try? store.contents.open(content, flags: O_RDWR) else {
      var row = row
      row.content = known
      return file.apply(row)
    }
    let moved = file.withState { state in
      guard !state.isModified else { return false }
      if state.descriptor >= 0 {
        // In place: whoever reads with this number now reads the new contents.
        dup2(new, state.descriptor)
        _ = fcntl(state.descriptor, F_SETFD, FD_CLOEXEC)
      } else {
        state.descriptor = new
      }
      state.isNew = false
      return state.descriptor != new
    }
    if moved { close(new) }
    file.apply(row)
  }

  /// Makes what was written to a document its contents, although somebody else has given it others meanwhile.
  ///
  /// The content file that was written has lost its name with them, so its bytes are copied.
  func reclaimContents(of file: OpenFile, in transaction: Transaction) throws(StoreError) {
    let (key, copy) = try store.contents.create()
    let descriptor = file.descriptor
    guard copyAll(from: descriptor, to: copy) else {
      let error = StoreError(errno: errno, "cannot keep what was written to item \(file.id)")
      close(copy)
      store.contents.remove(key)
      throw error
    }
    let size = OpenFile.status(of: copy).map { Int64($0.st_size) } ?? 0
    let row = try transaction.setContents(key, size: size, of: file.id, logged: false)
    file.withState { state in
      dup2(copy, state.descriptor)
      _ = fcntl(state.descriptor, F_SETFD, FD_CLOEXEC)
      state.attributes.content = row.content
      state.isNew = true
    }
    close(copy)
  }

  private func copyAll(from source: Int32, to target: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      var offset: off_t = 0
      while true {
        let count = pread(source, buffer.baseAddress, buffer.count, offset)
        if count == 0 { return true }
        guard count > 0, pwrite(target, buffer.baseAddress, count, offset) == count else { return false }
        offset += count
      }
    }
  }
}
