import Foundation
import Glibc
import TestSupport
import Testing

/// The plug-ins for KDE's file manager, loaded by a program as Dolphin loads them.
@Suite(
  .enabled(if: DolphinPlugins.isPossible && Machine.hasFUSE, "the headers of KIO, CMake or a C++ compiler are missing"),
  .serialized, .timeLimit(.minutes(5)))
struct DolphinTests {
  /// A document that is not here, one that is kept here, one that is only here, and one that is not in a mount.
  private static func stage() throws -> FolderStage {
    let stage = try FolderStage(.numbers)
    try stage.shell("echo film >there/film; echo kept >there/kept; echo here >there/here; echo other >other")
    stage.eventually("test -e mnt/film -a -e mnt/kept -a -e mnt/here")
    try stage.shell("$F pin \"$PWD/mnt/kept\"; cat mnt/here")
    stage.eventually("getfattr --only-values -n user.fileprovider.state mnt/kept | grep -x local")
    return stage
  }

  /// Starts the program that loads a plug-in: `overlays PATH...` or `actions LABEL PATH...`.
  private static func start(_ words: [String], _ stage: FolderStage) throws -> RunningProcess {
    try stage.sandbox.startProgram(try command(words, stage), variables)
  }

  private static var variables: [String: String] {
    get throws { ["QT_QPA_PLATFORM": "offscreen", "FILEPROVIDER_PROGRAM": try Sandbox.fileprovider] }
  }

  private static func command(_ words: [String], _ stage: FolderStage) throws -> [String] {
    let build = try DolphinPlugins.build(stage.sandbox)
    return ["\(build)/tryplugins", words[0], "\(build)/fileprovider\(words[0]).so"] + words.dropFirst()
  }

  private static func state(_ name: String, _ stage: FolderStage) throws -> String {
    try stage.shell("getfattr --only-values -n user.fileprovider.state mnt/\(name)")
  }

  /// What was read last is shown at once, and what the mount answers as soon as it does. Nothing is downloaded by that.
  @Test func `items have the emblems of their states`() throws {
    let stage = try Self.stage()
    defer { stage.end() }
    let paths = ["mnt/film", "mnt/kept", "mnt/here", "other"].map { stage.sandbox.folder + "/" + $0 }
    let shown = try Self.start(["overlays"] + paths, stage)
    defer { shown.kill() }
    let expected = ["film: ", "kept: ", "here: ", "other: "]
    let changed = ["film: emblem-fileprovider-online", "here: ", "kept: emblem-fileprovider-pinned"]
    let isShown = shown.wait { output in
      let lines = output.split(separator: "\n").map(String.init)
      return Array(lines.prefix(4)) == expected && lines.dropFirst(4).sorted() == changed
    }
    #expect(isShown, "\(shown.outputSoFar)\(shown.errorSoFar)")
    #expect(try Self.state("film", stage) == "dataless")
  }

  /// A mount that does not answer does not stop the file manager.
  @Test func `a mount that does not answer keeps nobody waiting`() throws {
    let stage = try Self.stage()
    defer { stage.end() }
    let mount = try #require(try stage.sandbox.status().mounts.first)
    kill(pid_t(mount.pid), SIGSTOP)
    defer { kill(pid_t(mount.pid), SIGCONT) }
    let path = stage.sandbox.folder + "/mnt/film"
    let emblems = try Self.start(["overlays", path], stage)
    defer { emblems.kill() }
    #expect(emblems.wait { $0 == "film: \n" }, "\(emblems.errorSoFar)")
    // KIO itself asks whether the folder of an item can be written in: that of the mount is not in it.
    let menu = try Self.start(["actions", "none", stage.sandbox.folder + "/mnt"], stage)
    defer { menu.kill() }
    #expect(menu.wait { $0 == "Keep on This Computer, Add to Favourites\n" }, "\(menu.errorSoFar)")
    kill(pid_t(mount.pid), SIGCONT)
    #expect(emblems.wait { $0 == "film: \nfilm: emblem-fileprovider-online\n" }, "\(emblems.outputSoFar)")
  }

  /// The menu is that of the other file managers. What appears when the mount answers is the last, so that no other choice moves.
  @Test(arguments: [
    (["film"], "Keep on This Computer, Add to Favourites"),
    (["here"], "Keep on This Computer, Add to Favourites, Free Up Space"),
    (["film", "here"], "Keep on This Computer, Add to Favourites, Free Up Space"),
    (["kept"], "No Longer Keep on This Computer, Add to Favourites"),
    (["kept", "here"], "Keep on This Computer, Add to Favourites, Free Up Space"),
  ])
  func `the menu has what the items allow`(names: [String], menu: String) throws {
    let stage = try Self.stage()
    defer { stage.end() }
    let paths = names.map { stage.sandbox.folder + "/mnt/" + $0 }
    let shown = try Self.start(["actions", "none"] + paths, stage)
    defer { shown.kill() }
    #expect(shown.wait { $0.hasSuffix(menu + "\n") }, "\(shown.outputSoFar)\(shown.errorSoFar)")
    let mixed = try Self.start(["actions", "none"] + paths + [stage.sandbox.folder + "/other"], stage)
    defer { mixed.kill() }
    #expect(mixed.wait { $0 == "no menu\n" }, "\(mixed.outputSoFar)\(mixed.errorSoFar)")
  }

  /// The menu runs the command, and what it changes is shown in every window of the session.
  @Test(.enabled(if: Machine.installed("dbus-run-session") != nil, "dbus-run-session is not installed"))
  func `space is freed, and the window shows it`() throws {
    let stage = try Self.stage()
    defer { stage.end() }
    let path = stage.sandbox.folder + "/mnt/here"
    let window = try Self.command(["overlays", path], stage)
    let menu = try Self.command(["actions", "Free Up Space", path], stage)
    // The second line says that the window has read the item.
    let script = """
      "$1" "$2" "$3" "$4" >shown & shift 4
      until test "$(grep -c . shown)" -ge 2; do sleep 0.1; done
      exec "$@"
      """
    let session = try stage.sandbox.startProgram(
      ["dbus-run-session", "--", "/bin/sh", "-c", script, "sh"] + window + menu, Self.variables)
    defer { session.stop() }
    stage.eventually("grep -x 'here: emblem-fileprovider-online' shown")
    #expect(try Self.state("here", stage) == "dataless")
  }
}
