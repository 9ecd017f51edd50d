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
    let paths = ["mnt/film", "mnt/here", "mnt/kept", "other"].map { stage.sandbox.folder + "/" + $0 }
    let shown = try Self.start(["overlays"] + paths, stage)
    defer { shown.kill() }
    // Of “here” nothing is said, since it has no emblem: a window would show it anew.
    let expected = """
      film:\u{20}
      here:\u{20}
      kept:\u{20}
      other:\u{20}
      film: emblem-fileprovider-online
      kept: emblem-fileprovider-pinned

      """
    #expect(shown.wait { $0 == expected }, "\(shown.outputSoFar)\(shown.errorSoFar)")
    #expect(try Self.state("film", stage) == "dataless")
  }

  /// What waits for its upload is looked at again, as long as a window shows it: the other one is told once that it may ask.
  @Test func `an emblem goes when its item is uploaded`() throws {
    let stage = try Self.stage()
    defer { stage.end() }
    try stage.shell("$F pause folder; echo closed >mnt/closed; echo new >mnt/new")
    Self.waitForWaiting(["closed", "new"], stage)
    let folder = stage.sandbox.folder + "/mnt"
    let shown = try Self.start(["overlays", folder + "/closed", "--", folder + "/new"], stage)
    defer { shown.kill() }
    // Each line behind the first is an answer to a question of the window.
    #expect(shown.wait { $0.components(separatedBy: "new: \(Self.uploading)").count > 2 }, "\(shown.outputSoFar)")
    try stage.shell("$F resume folder")
    #expect(shown.wait { $0.hasSuffix("\nnew: \n") }, "\(shown.outputSoFar)\(shown.errorSoFar)")
    #expect(shown.outputSoFar.components(separatedBy: "closed: \n").count == 2, "\(shown.outputSoFar)")
  }

  /// A mount that is being restarted tells nothing of its items.
  @Test func `emblems stay where a mount fails`() throws {
    let stage = try Self.stage()
    defer { stage.end() }
    try stage.shell("$F pause folder; echo new >mnt/new")
    Self.waitForWaiting(["new"], stage)
    let shown = try Self.start(["overlays", stage.sandbox.folder + "/mnt/new"], stage)
    defer { shown.kill() }
    #expect(shown.wait { $0.hasPrefix("new: \nnew: \(Self.uploading)\n") }, "\(shown.outputSoFar)")
    let mount = try #require(try stage.sandbox.status().mounts.first)
    // First the one that would mount again.
    for process in [mount.supervisor, mount.pid] { process.map { _ = kill(pid_t($0), SIGKILL) } }
    stage.eventually("! ls mnt")
    let before = shown.outputSoFar
    // The second question comes after the first one's reading, which failed.
    let after = before + "new: \(Self.uploading)\nnew: \(Self.uploading)\n"
    #expect(shown.wait { $0.hasPrefix(after) }, "\(shown.outputSoFar)\(shown.errorSoFar)")
  }

  private static let uploading = "emblem-fileprovider-uploading"

  /// A change is told as waiting up to a second after it.
  private static func waitForWaiting(_ names: [String], _ stage: FolderStage) {
    for name in names {
      stage.eventually("getfattr --only-values -n user.fileprovider.upload mnt/\(name) | grep -x waiting")
    }
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
    let window = try Self.command(["overlays", path, stage.sandbox.folder + "/mnt/kept"], stage)
    let menu = try Self.command(["actions", "Free Up Space", path], stage)
    // The second item has an emblem when the first has been read.
    let script = """
      "$1" "$2" "$3" "$4" "$5" >shown & shift 5
      until grep -q 'kept: emblem' shown; do sleep 0.1; done
      exec "$@"
      """
    let session = try stage.sandbox.startProgram(
      ["dbus-run-session", "--", "/bin/sh", "-c", script, "sh"] + window + menu, Self.variables)
    defer { session.stop() }
    stage.eventually("grep -x 'here: emblem-fileprovider-online' shown")
    #expect(try Self.state("here", stage) == "dataless")
  }

  /// Where no program shows messages, they are in the file manager's log.
  @Test func `a command that fails says why`() throws {
    let stage = try Self.stage()
    defer { stage.end() }
    try stage.shell("mkdir programs; printf '#!/bin/sh\necho no such luck >&2; exit 1\n' >fails; chmod +x fails")
    let variables = try Self.variables.merging(
      ["FILEPROVIDER_PROGRAM": stage.sandbox.folder + "/fails", "PATH": stage.sandbox.folder + "/programs"]) { $1 }
    let words = try Self.command(["actions", "Add to Favourites", stage.sandbox.folder + "/mnt/film"], stage)
    let menu = try stage.sandbox.startProgram(words, variables)
    defer { menu.kill() }
    #expect(menu.waitForError { $0.contains("fileprovider: no such luck") }, "\(menu.errorSoFar)")
  }
}
