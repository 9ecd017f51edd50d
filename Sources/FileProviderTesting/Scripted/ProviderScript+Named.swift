import FileProviderInterface

/// The cases every replica, and every mount of one, is tested with.
extension ProviderScript {
  /// The cases by name.
  public static let named: [String: ProviderScript] = usual.merging(lying) { first, _ in first }

  private static var usual: [String: ProviderScript] {
    [
      "plain": plain, "error-in-mid-list": errorInMidList, "stays-broken": staysBroken, "no-such-folder": noSuchFolder,
      "no-such-document": noSuchDocument, "no-trash": noTrash, "unsupported-folder": unsupportedFolder, "never": never,
      "unreachable": unreachable, "odd-names": oddNames, "wrong-parents": wrongParents, "endless": endless,
      "contents": contents,
    ]
  }

  /// Two folders, five documents, a link; pages of one item.
  public static var plain: ProviderScript { ProviderScript(items: tree, pageSize: 1) }

  /// The second page of `folder` fails once, in its middle, with an error that may be over soon.
  public static var errorInMidList: ProviderScript {
    ProviderScript(
      items: tree,
      faults: [Fault(.error, in: .page, of: "folder", after: 1, times: 1, code: 1, domain: "SomeServerDomain")],
      pageSize: 2)
  }

  /// The second page of `folder` fails whenever it is asked for: `EIO`. The root is fine.
  public static var staysBroken: ProviderScript {
    ProviderScript(
      items: tree, faults: [Fault(.error, in: .page, of: "folder", after: 1, code: 1, domain: "SomeServerDomain")],
      pageSize: 2)
  }

  /// `folder` is listed in the root but does not exist: `ENOENT`, and it goes.
  public static var noSuchFolder: ProviderScript {
    ProviderScript(items: tree, faults: [.failing(.noSuchItem, in: .enumerator, of: "folder")])
  }

  /// `a` is listed but does not exist when it is read: `ENOENT`, and it goes.
  public static var noSuchDocument: ProviderScript {
    ProviderScript(items: tree, faults: [.failing(.noSuchItem, in: .fetch, of: "a")])
  }

  /// There is no trash: none is shown.
  public static var noTrash: ProviderScript {
    ProviderScript(items: tree, faults: [.failing(cocoa: .featureUnsupported, in: .enumerator, of: MemoryItem.trash)])
  }

  /// `folder` cannot be listed by this provider: `EOPNOTSUPP`, and it is hidden.
  public static var unsupportedFolder: ProviderScript {
    ProviderScript(items: tree, faults: [.failing(cocoa: .featureUnsupported, in: .enumerator, of: "folder")])
  }

  /// The listing of `folder` and the contents of `a` are never answered: `EIO` after the deadline.
  public static var never: ProviderScript {
    ProviderScript(
      items: tree, faults: [Fault(.never, in: .page, of: "folder"), Fault(.never, in: .fetch, of: "a")])
  }

  /// `folder` needs a server that is away (`EHOSTUNREACH`), and `a` a password (`EACCES`), until it is signalled.
  public static var unreachable: ProviderScript {
    ProviderScript(
      items: tree,
      faults: [
        .failing(.serverUnreachable, in: .page, of: "folder", times: 1),
        .failing(.notAuthenticated, in: .fetch, of: "a", times: 1),
      ])
  }

  /// Names that no file system takes, and names that are taken.
  public static var oddNames: ProviderScript {
    ProviderScript(items: [
      MemoryItem("slash", name: "a/b"), MemoryItem("zero", name: "a\0b"), MemoryItem("empty", name: ""),
      MemoryItem("dot", name: "."), MemoryItem("dots", name: ".."), MemoryItem("long", name: longName),
      MemoryItem("loose", name: "e\u{301}"), MemoryItem("tight", name: "\u{e9}"), MemoryItem("upper", name: "SAME.txt"),
      MemoryItem("one", name: "same.txt"), MemoryItem("two", name: "same.txt"), MemoryItem("three", name: "same.txt"),
    ])
  }

  /// The names of ``oddNames`` as they are here, by identifier.
  public static let oddNamesHere = [
    "slash": "a%2Fb", "zero": "a%00b", "empty": "%", "loose": "e\u{301}", "tight": "\u{e9}", "upper": "SAME.txt",
    "dot": "%2E", "dots": "%2E%2E", "one": "same.txt",
    "two": "same (2).txt", "three": "same (3).txt",
  ]

  private static var longName: String { String(repeating: "ä", count: 200) + ".txt" }

  /// The children of `folder` claim to be in the working set, which nothing is in.
  public static var wrongParents: ProviderScript {
    ProviderScript(
      items: tree,
      faults: [Fault(.wrongParent, in: .page, of: "folder", text: NSFileProviderItemIdentifier.workingSet.rawValue)])
  }

  /// The second page of `folder` leads back to itself: `EIO`, and what came is there.
  public static var endless: ProviderScript {
    ProviderScript(items: tree, faults: [Fault(.loop, in: .page, of: "folder", after: 1)], pageSize: 1)
  }

  /// Contents that are longer than announced (`a`), a folder (`b`, `EIO`), nothing at all (`c`, `EIO`).
  public static var contents: ProviderScript {
    ProviderScript(
      items: tree,
      faults: [
        Fault(.longer, in: .fetch, of: "a"), Fault(.folder, in: .fetch, of: "b"), Fault(.nothing, in: .fetch, of: "c"),
      ])
  }

  /// Two folders, five documents, a link.
  public static var tree: [MemoryItem] {
    [
      .folder("folder"), .folder("empty"), MemoryItem("a", contents: "alpha\n"), .symlink("link", to: "folder/b"),
      MemoryItem("b", in: "folder", contents: "beta\n"), MemoryItem("c", in: "folder", contents: "gamma\n"),
      MemoryItem("d", in: "folder"), MemoryItem("e", in: "folder", contents: "epsilon\n"),
    ]
  }
}
