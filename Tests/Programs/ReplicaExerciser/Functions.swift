import CFileCalls
import Glibc

// What the functions of `CFileCalls` do: they make the system call, with a step of `FaultPoint` before and after it.

@_cdecl("recorded_open") func recordedOpen(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32
) -> Int32 {
  // The store makes its files below folders that it has open.
  func call() -> Int { system_call(call_openat, Int(folder), Int(bitPattern: path), Int(flags), Int(mode), 0) }
  return Int32(flags & (O_CREAT | O_TRUNC) == 0 ? call() : FaultPoint.around(folder, path, call))
}

@_cdecl("recorded_make_folder") func recordedMakeFolder(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ mode: UInt32
) -> Int32 {
  Int32(
    FaultPoint.around(folder, path) { system_call(call_mkdirat, Int(folder), Int(bitPattern: path), Int(mode), 0, 0) })
}

@_cdecl("recorded_unlink") func recordedUnlink(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32
) -> Int32 {
  Int32(
    FaultPoint.around(folder, path) { system_call(call_unlinkat, Int(folder), Int(bitPattern: path), Int(flags), 0, 0) }
  )
}

@_cdecl("recorded_link") func recordedLink(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ newFolder: Int32, _ newPath: UnsafePointer<CChar>, _ flags: Int32
) -> Int32 {
  Int32(
    FaultPoint.around(newFolder, newPath) {
      system_call(
        call_linkat, Int(folder), Int(bitPattern: path), Int(newFolder), Int(bitPattern: newPath), Int(flags))
    })
}

@_cdecl("recorded_rename") func recordedRename(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ newFolder: Int32, _ newPath: UnsafePointer<CChar>, _ flags: UInt32
) -> Int32 {
  Int32(
    FaultPoint.around(newFolder, newPath) {
      system_call(
        call_renameat2, Int(folder), Int(bitPattern: path), Int(newFolder), Int(bitPattern: newPath), Int(flags))
    })
}

@_cdecl("recorded_write") func recordedWrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  FaultPoint.around(file) { system_call(call_write, Int(file), Int(bitPattern: bytes), count, 0, 0) }
}

@_cdecl("recorded_write_at") func recordedWriteAt(
  _ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int, _ offset: Int
) -> Int {
  FaultPoint.around(file) { system_call(call_pwrite, Int(file), Int(bitPattern: bytes), count, offset, 0) }
}

@_cdecl("recorded_truncate") func recordedTruncate(_ file: Int32, _ size: Int) -> Int32 {
  Int32(FaultPoint.around(file) { system_call(call_ftruncate, Int(file), size, 0, 0, 0) })
}

@_cdecl("recorded_allocate") func recordedAllocate(
  _ file: Int32, _ mode: Int32, _ offset: Int, _ count: Int
) -> Int32 {
  Int32(FaultPoint.around(file) { system_call(call_fallocate, Int(file), Int(mode), offset, count, 0) })
}

@_cdecl("recorded_synchronize") func recordedSynchronize(_ file: Int32) -> Int32 {
  Int32(FaultPoint.around(file) { system_call(call_fsync, Int(file), 0, 0, 0, 0) })
}

@_cdecl("recorded_synchronize_all") func recordedSynchronizeAll(_ file: Int32) -> Int32 {
  Int32(FaultPoint.around(file) { system_call(call_syncfs, Int(file), 0, 0, 0, 0) })
}
