import Foundation
import TestSupport
import Testing

/// Nautilus in a real window: its side bar, its menus, its trash and its recents. “mount-scripts/test.sh --desktop” installs what this needs.
@Suite(
  .enabled(if: NautilusWindow.problem == nil, "\(NautilusWindow.problem ?? "")"), .serialized, .timeLimit(.minutes(5)))
struct NautilusTests {
  /// A person sees the domain in the side bar, and pauses it there.
  @Test func `a row of the side bar has the domain, and its menu`() throws {
    let stage = try FolderStage(.numbers)
    defer { stage.end() }
    let window = try NautilusWindow(stage.sandbox, folder: "mnt")
    defer { window.end() }
    let row = try window.part("folder") { $0.role == "label" && $0.x < 250 }
    try window.openMenu(of: row, until: "Pause Transfers")
    let names = try window.parts().filter { $0.role == "menu item" }.map(\.name)
    #expect(names.suffix(5) == ["Open", "Pause Transfers", "Sync Now", "Show Status", "Settings"], "\(names)")
    try window.save("side-bar")
    try window.choose("Pause Transfers")
    stage.eventually("\"$F\" status --domain folder | grep 'paused until'")
  }

  /// A person keeps a document on this computer.
  @Test func `the menu of a document keeps it here`() throws {
    let stage = try FolderStage(.numbers)
    defer { stage.end() }
    try stage.shell("echo film >there/film.mp4")
    stage.eventually("getfattr --only-values -n user.fileprovider.state mnt/film.mp4 | grep -x dataless")
    let window = try NautilusWindow(stage.sandbox, folder: "mnt")
    defer { window.end() }
    try window.openMenu(of: window.part("film.mp4") { $0.role == "table cell" }, until: "Keep on This Computer")
    try window.save("menu")
    try window.choose("Keep on This Computer")
    stage.eventually("getfattr --only-values -n user.fileprovider.pinned mnt/film.mp4 | grep -x 1")
    stage.eventually("getfattr --only-values -n user.fileprovider.state mnt/film.mp4 | grep -x local")
  }

  /// A person trashes a document, sees it in the trash of the desktop, and takes it back.
  @Test func `what is trashed is in the trash of the desktop, and comes back`() throws {
    let sandbox = try Sandbox()
    let mounted = try sandbox.shell("\"$F\" mkdir /Letters && \"$F\" mount $M && echo dear >$M/Letters/letter.txt")
    try #require(mounted.status == 0, "\(mounted)")
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    let window = try NautilusWindow(sandbox, folder: sandbox.mountpoint + "/Letters")
    defer { window.end() }
    _ = try window.part("letter.txt") { $0.role == "table cell" }
    try window.operate("TrashURIs", "['file://\(sandbox.mountpoint)/Letters/letter.txt']")
    #expect(
      try eventually { try sandbox.run("trash", "list").output.hasSuffix("  letter.txt  from /Letters/letter.txt\n") })
    // Another window of the same program.
    let opened = try window.program("nautilus", "--new-window", "trash:")
    #expect(opened.status == 0, "\(opened)")
    _ = try window.part("letter.txt") { $0.role == "table cell" }
    try window.save("trash")
    try window.operate("Undo")
    #expect(try eventually { try sandbox.shell("cat $M/Letters/letter.txt").output == "dear\n" })
    #expect(try sandbox.run("trash", "list").output.isEmpty)
  }

  /// A person finds a document that a program has used in the recents of the desktop. To show it downloads nothing.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/gvfs/mounts/recent.mount"), "gvfs has no recents"))
  func `what a program has used is in the recents of the desktop, and of the domain`() throws {
    let stage = try FolderStage(.numbers)
    defer { stage.end() }
    try stage.shell("echo dear >there/letter.txt")
    stage.eventually("getfattr --only-values -n user.fileprovider.state mnt/letter.txt | grep -x dataless")
    let used = try stage.sandbox.program(
      "/usr/bin/python3", "-c", Self.noteUse, "file://\(stage.sandbox.folder)/mnt/letter.txt")
    try #require(used.status == 0, "\(used)")
    let window = try NautilusWindow(stage.sandbox, folder: "recent:")
    defer { window.end() }
    _ = try window.part("letter.txt") { $0.role == "table cell" }
    try window.save("recents")
    stage.eventually("\"$F\" working-set recents --domain folder | grep '^/letter.txt '")
    #expect(try stage.shell("getfattr --only-values -n user.fileprovider.state mnt/letter.txt") == "dataless")
  }

  /// Notes that a program has used a file, as GTK does.
  private static let noteUse = """
    import datetime, sys
    from gi.repository import GLib
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    with open(GLib.get_user_data_dir() + "/recently-used.xbel", "w") as file:
        file.write(f'''<?xml version="1.0" encoding="UTF-8"?>
        <xbel version="1.0" xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks"
          xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info">
        <bookmark href="{sys.argv[1]}" added="{now}" modified="{now}" visited="{now}"><info>
        <metadata owner="http://freedesktop.org"><mime:mime-type type="text/plain"/><bookmark:applications>
        <bookmark:application name="Letters" exec="letters" modified="{now}" count="1"/>
        </bookmark:applications></metadata></info></bookmark></xbel>''')
    """
}
