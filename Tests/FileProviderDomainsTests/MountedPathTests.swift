import Testing

@testable import FileProviderDomains
@testable import FileProviderProgram

/// What a path means where mounts are, without a mount.
@Suite struct MountedPathTests {
  /// Mounts on /m, on /m/inner, and of /sub of a third on /bound; a plain disk on /m/disk.
  private static let table = [
    MountEntry(mountpoint: "/", source: "disk", type: "ext4", user: 0),
    MountEntry(mountpoint: "/m", source: "outer", user: 0),
    MountEntry(mountpoint: "/m/inner", source: "inner", user: 0),
    MountEntry(mountpoint: "/m/disk", source: "disk", type: "ext4", user: 0),
    MountEntry(mountpoint: "/bound", root: "/sub", source: "third", user: 0),
  ]
  private static let machineLinks = [
    "/home": "/", "/tom": "m", "/deep": "/m/a", "/round": "/round/x", "/up": "../m",
  ]
  private static let mountedLinks = [
    "outer:link": "a/b", "outer:a/up": "..", "outer:out": "/elsewhere", "outer:across": "inner/c", "outer:loop": "loop",
    "third:sub/back": "../x",
  ]

  private func find(_ path: String, from start: String = "/") throws -> String {
    let sources = MountedPath.Sources(
      table: Self.table, machineLink: { Self.machineLinks[$0].map { Array($0.utf8) } },
      mountedLink: { Self.mountedLinks["\($0.source):\($1.joined(separator: "/"))"].map { Array($0.utf8) } })
    switch try MountedPath.find(path, from: start, sources) {
    case .machine(let names): return "/" + names.joined(separator: "/")
    case .mounted(let mount, let names): return mount.source + ":/" + names.joined(separator: "/")
    }
  }

  @Test(arguments: [
    ("/m/a/b", "outer:/a/b"), ("/m/inner/c", "inner:/c"), ("/m/innermost", "outer:/innermost"), ("/m", "outer:/"),
    ("/m/a/../b", "outer:/b"), ("/mm/a", "/mm/a"), ("/m/disk/a", "/m/disk/a"), ("/bound/x", "third:/sub/x"),
    ("/m/../m/./a//b", "outer:/a/b"), ("/m/..", "/"), ("/m/inner/..", "outer:/"), ("/bound/..", "/"),
  ])
  func `the deepest mount decides, only whole names count, and a mount that is not ours hides ours`(
    path: String, place: String
  ) throws { #expect(try find(path) == place) }

  @Test(arguments: [
    ("x", "outer:/a/x"), (".", "outer:/a"), ("..", "outer:/"), ("../../q", "/q"), ("../inner/c", "inner:/c"),
    ("../disk", "/m/disk"), ("./b/", "outer:/a/b"), ("up/x", "outer:/x"),
  ])
  func `a relative path begins where the working directory is; above the root of a mount is what is above the mount`(
    path: String, place: String
  ) throws { #expect(try find(path, from: "/m/a") == place) }

  /// Links on the way are followed, on this machine and in the domain; the last component is the link itself, unless it leads from outside to
  /// the root of a mount.
  @Test(arguments: [
    ("/home/m/a", "outer:/a"), ("/tom/a", "outer:/a"), ("/tom", "outer:/"), ("/up/a", "outer:/a"),
    ("/deep/b", "outer:/a/b"), ("/deep", "/deep"), ("/m/link", "outer:/link"), ("/m/link/c", "outer:/a/b/c"),
    ("/m/out/c", "/elsewhere/c"), ("/m/across/d", "inner:/c/d"), ("/bound/back/y", "/x/y"),
  ])
  func `links`(path: String, place: String) throws { #expect(try find(path) == place) }

  @Test(arguments: ["/m/loop/x", "/round/x/y"])
  func `a link that leads to itself is an error and no endless walk`(path: String) {
    #expect(throws: CommandFailure.self) { try find(path) }
  }
}
