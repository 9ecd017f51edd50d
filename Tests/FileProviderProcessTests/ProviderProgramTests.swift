import Foundation
import Glibc
import Testing

@testable import FileProviderProcess

/// Which programs are run in the name of a store's owner.
@Suite struct ProviderProgramTests {
  /// A program in a folder of its own.
  private final class Stage {
    let folder: URL
    let program: URL

    init() throws {
      let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      folder = base.appendingPathComponent("program-\(UUID().uuidString)")
      program = folder.appendingPathComponent("bin/program")
      try FileManager.default.createDirectory(
        at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: program)
      for path in [folder.path, folder.path + "/bin", program.path] { chmod(path, 0o755) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func problem(owner: uid_t = getuid()) -> String? { ProviderProgram.problem(program.path, owner: owner) }
  }

  /// A program that only its owner can change is run, also from below a folder with the sticky bit.
  @Test func `an ordinary program`() throws {
    #expect(try Stage().problem() == nil)
  }

  /// One that others can write is not, nor one in a folder in which others can put something else.
  @Test(arguments: ["bin/program", "bin", ""], [0o775, 0o757] as [mode_t]) func `what others can write`(
    path: String, mode: mode_t
  ) throws {
    let stage = try Stage()
    chmod(stage.folder.appendingPathComponent(path).path, mode)
    #expect(stage.problem()?.contains("writable by others") == true)
  }

  /// One of another user is not, nor one that is reached by a link, nor what is no program.
  @Test func `what else is refused`() throws {
    let stage = try Stage()
    if getuid() == 0 {
      chown(stage.program.path, 65534, 0)
      #expect(stage.problem()?.contains("another user") == true)
      #expect(stage.problem(owner: 65534) == nil)
      chown(stage.program.path, 0, 0)
    }
    let link = stage.folder.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: stage.folder.appendingPathComponent("bin"))
    #expect(ProviderProgram.problem(link.path + "/program", owner: getuid()) != nil)
    #expect(ProviderProgram.problem(stage.folder.path + "/bin", owner: getuid()) != nil)
    #expect(ProviderProgram.problem(stage.folder.path + "/bin/../bin/program", owner: getuid()) != nil)
    #expect(ProviderProgram.problem("program", owner: getuid()) != nil)
    #expect(ProviderProgram.problem(stage.folder.path + "/none", owner: getuid()) != nil)
    chmod(stage.program.path, 0o644)
    #expect(stage.problem()?.contains("not executable") == true)
  }
}
