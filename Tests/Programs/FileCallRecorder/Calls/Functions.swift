import CFileCalls
import Glibc

// What the functions of `CFileCalls` do: they make the system call and record it. None waits for a disk, for the disk is one that is made up.

// MARK: Names

@_cdecl("recorded_open") func recordedOpen(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32
) -> Int32 {
  var target = path
  if let boot = CallTrace.bootFile, strcmp(path, "/proc/sys/kernel/random/boot_id") == 0 {
    target = UnsafePointer(boot)
  }
  func call() -> Int {
    system_call(
      call_openat, Int(folder), Int(bitPattern: target), Int(flags), Int(mode), 0)
  }
  guard flags & (O_CREAT | O_TRUNC) != 0 else { return Int32(call()) }
  var isThere = false
  return Int32(
    CallTrace.recording({
      isThere = CallTrace.inode(folder, String(cString: path)) != nil
      return call()
    }) { file in
      let node = CallTrace.inode(Int32(file))
      if isThere { return flags & O_TRUNC != 0 ? FileCall(kind: .truncate, node: node) : nil }
      let place = CallTrace.place(folder, path)
      return FileCall(kind: .makeFile, node: node, folder: place.folder, name: place.name)
    })
}

@_cdecl("recorded_make_folder") func recordedMakeFolder(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ mode: UInt32
) -> Int32 {
  Int32(
    CallTrace.recording({
      system_call(call_mkdirat, Int(folder), Int(bitPattern: path), Int(mode), 0, 0)
    }) { _ in
      let place = CallTrace.place(folder, path)
      let node = CallTrace.inode(folder, String(cString: path)) ?? 0
      return FileCall(kind: .makeFolder, node: node, folder: place.folder, name: place.name)
    })
}

@_cdecl("recorded_unlink") func recordedUnlink(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32
) -> Int32 {
  Int32(
    CallTrace.recording({
      system_call(call_unlinkat, Int(folder), Int(bitPattern: path), Int(flags), 0, 0)
    }) { _ in
      let place = CallTrace.place(folder, path)
      return FileCall(kind: .remove, folder: place.folder, name: place.name)
    })
}

@_cdecl("recorded_link") func recordedLink(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ newFolder: Int32, _ newPath: UnsafePointer<CChar>, _ flags: Int32
) -> Int32 {
  Int32(
    CallTrace.recording({
      system_call(
        call_linkat, Int(folder), Int(bitPattern: path), Int(newFolder), Int(bitPattern: newPath),
        Int(flags))
    }) { _ in
      let place = CallTrace.place(newFolder, newPath)
      let node = CallTrace.inode(newFolder, String(cString: newPath)) ?? 0
      return FileCall(kind: .link, node: node, folder: place.folder, name: place.name)
    })
}

@_cdecl("recorded_rename") func recordedRename(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ newFolder: Int32, _ newPath: UnsafePointer<CChar>, _ flags: UInt32
) -> Int32 {
  Int32(
    CallTrace.recording({
      system_call(
        call_renameat2, Int(folder), Int(bitPattern: path), Int(newFolder), Int(bitPattern: newPath),
        Int(flags))
    }) { _ in
      let (place, newPlace) = (CallTrace.place(folder, path), CallTrace.place(newFolder, newPath))
      return FileCall(
        kind: .rename, folder: place.folder, newFolder: newPlace.folder, name: place.name, newName: newPlace.name)
    })
}

// MARK: Contents

@_cdecl("recorded_write") func recordedWrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  CallTrace.recording({
    system_call(call_write, Int(file), Int(bitPattern: bytes), count, 0, 0)
  }) { written in
    let end = lseek(file, 0, SEEK_CUR)
    return end < 0 ? nil : writing(bytes, written, to: file, at: Int64(end) - Int64(written))
  }
}

@_cdecl("recorded_write_at") func recordedWriteAt(
  _ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int, _ offset: Int
) -> Int {
  CallTrace.recording({
    system_call(call_pwrite, Int(file), Int(bitPattern: bytes), count, offset, 0)
  }) { writing(bytes, $0, to: file, at: Int64(offset)) }
}

private func writing(_ bytes: UnsafeRawPointer, _ count: Int, to file: Int32, at offset: Int64) -> FileCall {
  FileCall(
    kind: .write, node: CallTrace.inode(file), offset: offset,
    bytes: Array(UnsafeRawBufferPointer(start: bytes, count: count)))
}

@_cdecl("recorded_truncate") func recordedTruncate(_ file: Int32, _ size: Int) -> Int32 {
  Int32(
    CallTrace.recording({ system_call(call_ftruncate, Int(file), size, 0, 0, 0) }) { _ in
      FileCall(kind: .truncate, node: CallTrace.inode(file), offset: Int64(size))
    })
}

@_cdecl("recorded_allocate") func recordedAllocate(
  _ file: Int32, _ mode: Int32, _ offset: Int, _ count: Int
) -> Int32 {
  Int32(
    CallTrace.recording({
      system_call(call_fallocate, Int(file), Int(mode), offset, count, 0)
    }) { _ in
      precondition(mode == 0 || mode == 1, "not recorded: fallocate with mode \(mode)")
      return mode == 0 ? FileCall(kind: .allocate, node: CallTrace.inode(file), offset: Int64(offset + count)) : nil
    })
}

// MARK: Synchronizing

@_cdecl("recorded_synchronize") func recordedSynchronize(_ file: Int32) -> Int32 {
  Int32(CallTrace.recording({ 0 }) { _ in FileCall(kind: .synchronize, node: CallTrace.inode(file)) })
}

@_cdecl("recorded_synchronize_all") func recordedSynchronizeAll(_ file: Int32) -> Int32 {
  Int32(CallTrace.recording({ 0 }) { _ in FileCall(kind: .synchronizeAll) })
}
