import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct FileLeaseTests {
  /// Whoever can write or read a file is seen, also through a mapping that has no descriptor any more.
  @Test func `who has a file open`() throws {
    let directory = try TestDirectory("leases")
    let path = directory.appending("file").path
    let writing = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    let reading = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(reading) }
    #expect(ftruncate(writing, 4096) == 0)
    guard let isWritten = FileLease.hasWriter(reading) else { try Test.cancel("the disk has no leases") }
    #expect(isWritten && FileLease.isOpenElsewhere(writing) == true)
    let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, writing, 0)
    close(writing)
    #expect(FileLease.hasWriter(reading) == true)
    munmap(memory, 4096)
    #expect(FileLease.hasWriter(reading) == false && FileLease.isOpenElsewhere(reading) == false)
    // The lease was given back: nobody waits for it.
    let again = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    #expect(again >= 0)
    close(again)
  }
}
