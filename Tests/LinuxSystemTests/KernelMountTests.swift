import LinuxSystem
import Testing

@Suite struct KernelMountTests {
  private func mount(_ line: String) -> KernelMount? { KernelMount.parse(Array(line.utf8)).first }

  @Test func `lines of the kernel's table, with the escapes it uses, and with any number of optional fields`() throws {
    let entry = try #require(
      mount("38 24 0:41 / /mnt/with\\040space rw,nosuid shared:5 master:2 - fuse.fileprovider a\\134b rw,user_id=0"))
    #expect(String(decoding: entry.mountpoint, as: UTF8.self) == "/mnt/with space")
    #expect(String(decoding: entry.source, as: UTF8.self) == "a\\b")
    #expect((entry.major, entry.minor) == (0, 41))
    #expect(entry.isFUSE)
    #expect(entry.options == "rw,nosuid")
    #expect(entry.superOptions == "rw,user_id=0")
    #expect(mount("38 24 0:41 / /mnt rw - ext4 /dev/sda1 rw")?.isFUSE == false)
  }

  @Test func `a mount point is bytes, not text`() throws {
    let line = Array("1 2 0:3 / /caf".utf8) + [0xe9] + Array(" rw - ext4 x rw".utf8)
    #expect(KernelMount.parse(line).first?.mountpoint == Array("/caf".utf8) + [0xe9])
  }

  @Test func `what is no line of the table is left out, and the rest is read`() {
    let table = "rubbish\n\n1 2 0:3 / /a rw - ext4 x rw\n1 2 zero / /b rw - ext4 x rw\n1 2 0:3 / /c rw -\n"
    #expect(KernelMount.parse(Array(table.utf8)).map(\.mountpoint) == [Array("/a".utf8)])
  }

  @Test func `this process sees a root`() { #expect(KernelMount.mount(at: "/") != nil) }
}
