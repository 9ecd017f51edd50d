import Glibc

/// A short story with a power cut at its end, for what a random round hardly comes upon.
struct CutScenario: Sendable {
  let name: String
  /// Whether the kernel writes documents itself, where it may.
  var isPassed = false
  /// What happens before.
  let live: @Sendable (CutStage) -> Void
  /// What must be so afterwards.
  let verify: @Sendable (CutStage) -> Void

  static func named(_ name: String) -> CutScenario? { all.first { $0.name == name } }

  static let all = saving + removing + commands + passing

  /// A document that is on the disk.
  @Sendable private static func synchronizedDocument(_ stage: CutStage) {
    stage.write("document", stage.version(1), synchronizes: true)
    stage.synchronizeFolder()
  }

  private static let saving = [
    // Both versions are whole before; the disk keeps one of them.
    CutScenario(name: "save") { stage in
      synchronizedDocument(stage)
      stage.write("document.tmp", stage.version(2), synchronizes: true)
      stage.rename("document.tmp", "document")
    } verify: { stage in
      stage.expect("document", stage.version(1), stage.version(2))
    },
    // As “sed -i” does.
    CutScenario(name: "save-unsynchronized") { stage in
      synchronizedDocument(stage)
      stage.write("document.tmp", stage.version(2))
      stage.rename("document.tmp", "document")
    } verify: { stage in
      stage.expect("document", stage.version(1), stage.version(2))
    },
    // Each takes the place of one that is not on the disk either.
    CutScenario(name: "save-many-times") { stage in
      synchronizedDocument(stage)
      for number in 2..<12 {
        stage.write("document.tmp", stage.version(number))
        stage.rename("document.tmp", "document")
      }
    } verify: { stage in
      let found = stage.contents("document")
      if !(1..<12).contains(where: { stage.version($0) == found }) {
        stage.problems.add("document has \(found?.count ?? -1) bytes that it never had as a whole")
      }
    },
    // What was synchronized after a rename is there, not what was before.
    CutScenario(name: "save-and-synchronize") { stage in
      synchronizedDocument(stage)
      stage.write("document.tmp", stage.version(2))
      stage.rename("document.tmp", "document")
      let descriptor = stage.open("document", O_RDONLY)
      stage.synchronize(descriptor)
      close(descriptor)
    } verify: { stage in
      stage.expect("document", stage.version(2))
    },
    CutScenario(name: "rewrite") { stage in
      synchronizedDocument(stage)
      stage.write("document", stage.version(2), flags: O_TRUNC)
    } verify: { stage in
      stage.expect("document", stage.version(1), partly: stage.version(2))
    },
    // The name is on the disk, the contents are not: it has any first part of them, and can be read and appended to.
    CutScenario(name: "folder-synchronized") { stage in
      stage.write("document", stage.version(1))
      stage.synchronizeFolder()
    } verify: { stage in
      stage.expect("document", partly: stage.version(1))
    },
    // Other contents come to a document that was written to and is open, and then it is synchronized.
    CutScenario(name: "import-over") { stage in
      synchronizedDocument(stage)
      let descriptor = stage.open("document", O_RDWR)
      stage.write(descriptor, stage.version(2))
      let source = stage.store.machine.memory + "/document"
      let file = open(source, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      stage.write(file, stage.version(3))
      close(file)
      stage.command("import", "--force", source)
      stage.synchronize(descriptor)
      close(descriptor)
      stage.remember(stage.contents("document") ?? [])
    } verify: { stage in
      stage.expect("document", stage.remembered)
    },
  ]

  private static let removing = [
    CutScenario(name: "unlink") { stage in
      synchronizedDocument(stage)
      stage.unlink("document")
    } verify: { stage in
      stage.expect("document", stage.version(1), orNothing: true)
    },
    CutScenario(name: "unlink-open") { stage in
      synchronizedDocument(stage)
      let descriptor = stage.open("document", O_WRONLY | O_APPEND)
      stage.unlink("document")
      stage.write(descriptor, stage.version(2))
    } verify: { stage in
      // What was written to the open file may have reached the contents that the name still has.
      stage.expect("document", stage.version(1), partly: stage.version(1) + stage.version(2), orNothing: true)
    },
    CutScenario(name: "empty-trash") { stage in
      synchronizedDocument(stage)
      stage.command("rm", "--trash", "/document")
      stage.synchronizeFolder()
      stage.command("trash", "empty")
    } verify: { stage in
      stage.expect(".Trash-0/files/document", stage.version(1), orNothing: true)
    },
    CutScenario(name: "remove-by-command") { stage in
      synchronizedDocument(stage)
      stage.command("rm", "/document")
    } verify: { stage in
      stage.expect("document", stage.version(1), orNothing: true)
    },
  ]

  private static let commands = [
    // What a command has copied or imported when it ends is on the disk, beside a mount, too.
    CutScenario(name: "copy") { stage in
      synchronizedDocument(stage)
      stage.command("mkdir", "/folder")
      for number in 0..<40 { stage.command("cp", "/document", "/folder/\(number)") }
      stage.command("cp", "-r", "/folder", "/copy")
    } verify: { stage in
      stage.expect("document", stage.version(1))
      for number in 0..<40 { stage.expect("copy/\(number)", stage.version(1)) }
    },
    CutScenario(name: "import") { stage in
      let source = stage.store.machine.memory + "/document"
      let file = open(source, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      stage.write(file, stage.version(1))
      close(file)
      stage.command("import", source)
    } verify: { stage in
      stage.expect("document", stage.version(1))
    },
    // A backup that was written is on the disk, whole.
    CutScenario(name: "backup") { stage in
      synchronizedDocument(stage)
      stage.command("domain", "backup", stage.store.machine.disk + "/backup")
    } verify: { stage in
      stage.command("domain", "restore", stage.store.machine.disk + "/backup", "copy")
      if stage.command("cat", "--domain", "copy", "/document").utf8.count == 0 {
        stage.problems.add("the backup has nothing in it")
      }
    },
    CutScenario(name: "restore") { stage in
      synchronizedDocument(stage)
      stage.command("domain", "backup", stage.store.machine.memory + "/backup")
      stage.command("domain", "restore", stage.store.machine.memory + "/backup", "copy")
    } verify: { stage in
      if stage.command("cat", "--domain", "copy", "/document").utf8.count == 0 {
        stage.problems.add("the restored domain has nothing in it")
      }
    },
  ]
}

extension CutStage {
  /// Keeps what was seen before the cut.
  func remember(_ bytes: [UInt8]) { problems.remembered = bytes }
  var remembered: [UInt8] { problems.remembered }
}
