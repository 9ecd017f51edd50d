import TestSupport
import Testing

/// Several threads that read requests at the same time.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse")) struct ReadersTests {
  /// Runs four programs that look names up, which needs the store each time.
  private func lookUp(in mount: Mount) throws {
    let script = "i=0; while [ $i -lt 3000 ]; do [ -e \"$0-$i\" ]; i=$((i+1)); done"
    let programs = try (0..<4).map { try RunningProcess(["/bin/sh", "-c", script, mount.path("\($0)")]) }
    for program in programs { #expect(program.wait(seconds: 300).status == 0) }
  }

  @Test func `more threads read while several programs ask`() throws {
    let mount = try Mount("show_fileprovider,readers=3")
    #expect(
      try eventually {
        try lookUp(in: mount)
        return try mount.mostReaders() > 1
      })
    #expect(try mount.mostReaders() <= 3)
  }

  @Test func `one thread reads where there is to be one`() throws {
    let mount = try Mount("show_fileprovider,readers=1")
    try lookUp(in: mount)
    #expect(try mount.mostReaders() == 1)
  }
}
