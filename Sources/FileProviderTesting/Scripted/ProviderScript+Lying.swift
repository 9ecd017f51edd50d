import FileProviderInterface

/// The ways in which a provider may break its contract, or lose what it had. The store stays whole in each, and everything else goes on.
extension ProviderScript {
  /// The cases by name.
  static var lying: [String: ProviderScript] {
    [
      "anchor-stays": anchorStays, "endless-pages": endlessPages, "growing-folder": growingFolder,
      "long-page": longPage, "long-anchor": longAnchor, "cyclic-parents": cyclicParents,
      "missing-parents": missingParents, "own-parent": ownParent, "in-itself": inItself, "unchanged": unchanged,
      "answers-twice": answersTwice, "answers-late": answersLate, "after-invalidate": afterInvalidate,
      "huge-batch": hugeBatch, "flood": flood, "exits": exits, "nothing-back": nothingBack,
      "another-item-back": anotherItemBack, "other-version-back": otherVersionBack,
      "spurious-no-such-item": spuriousNoSuchItem, "unsupported-contents": unsupportedContents, "crowded": crowded,
      "emptied": emptied,
    ]
  }

  private static func plain(_ faults: Fault..., steps: [[Edit]] = []) -> ProviderScript {
    ProviderScript(items: tree, faults: faults, pageSize: 2, steps: steps)
  }

  /// There are always more changes to come, from an anchor that stays.
  public static var anchorStays: ProviderScript { plain(Fault(.loop, in: .changes)) }

  /// The pages of `folder` have no end, and nothing new: `EIO`.
  public static var endlessPages: ProviderScript { plain(Fault(.endless, in: .page, of: "folder")) }

  /// The pages of `folder` have no end, and something new each: `EIO`.
  public static var growingFolder: ProviderScript { plain(Fault(.growing, in: .page, of: "folder")) }

  /// The second page of `folder` has a token of 501 bytes: `EIO`.
  public static var longPage: ProviderScript { plain(Fault(.longToken, in: .page, of: "folder")) }

  /// Changes end with an anchor of 501 bytes.
  public static var longAnchor: ProviderScript { plain(Fault(.longToken, in: .changes)) }

  /// Two folders of the working set come to be in each other.
  public static var cyclicParents: ProviderScript {
    var (first, second) = (MemoryItem.folder("first", in: "second"), MemoryItem.folder("second", in: "first"))
    (first.favoriteRank, second.favoriteRank) = (1, 2)
    return plain(
      steps: [
        [Edit(put: first), Edit(put: second)],
        [
          Edit(put: .folder("empty", in: "folder")),
          Edit(put: .folder("folder", in: "empty")),
        ],
      ])
  }

  /// A favourite, and a document that moves, are in a folder that does not exist.
  public static var missingParents: ProviderScript {
    var favorite = MemoryItem("favorite", in: "nowhere")
    favorite.favoriteRank = 1
    return plain(steps: [[Edit(put: favorite), Edit(put: MemoryItem("b", in: "nowhere", contents: "beta\n"))]])
  }

  /// Two folders come to be their own parents, one of which was not known before.
  public static var ownParent: ProviderScript {
    var new = MemoryItem.folder("new", in: "new")
    new.favoriteRank = 1
    return plain(steps: [[Edit(put: .folder("empty", in: "empty")), Edit(put: new)]])
  }

  /// `folder` is listed in itself.
  public static var inItself: ProviderScript { plain(Fault(.itself, in: .page, of: "folder")) }

  /// Every item is reported as changed, and is as before.
  public static var unchanged: ProviderScript {
    plain(steps: [tree.map { Edit(put: $0) }])
  }

  /// Every answer comes twice.
  public static var answersTwice: ProviderScript {
    plain(
      Fault(.twice, in: .page), Fault(.twice, in: .changes), Fault(.twice, in: .anchor), Fault(.twice, in: .item),
      Fault(.twice, in: .fetch), Fault(.twice, in: .create), Fault(.twice, in: .modify), Fault(.twice, in: .delete),
      steps: [[Edit(put: MemoryItem("more"))]])
  }

  /// Every answer comes late, on a thread that is new.
  public static var answersLate: ProviderScript {
    plain(
      Fault(.late, in: .page, milliseconds: 20), Fault(.late, in: .changes, milliseconds: 20),
      Fault(.late, in: .fetch, milliseconds: 20), Fault(.late, in: .create, milliseconds: 20),
      Fault(.late, in: .modify, milliseconds: 20), Fault(.late, in: .delete, milliseconds: 20),
      steps: [[Edit(put: MemoryItem("more"))]])
  }

  /// The first page of `folder`, and the first changes after the start, come when nobody waits any more.
  public static var afterInvalidate: ProviderScript {
    plain(
      Fault(.afterInvalidate, in: .page, of: "folder", times: 1),
      Fault(
        .afterInvalidate, in: .changes, of: NSFileProviderItemIdentifier.workingSet.rawValue, after: 1, times: 1),
      steps: [[Edit(put: MemoryItem("more"))]])
  }

  /// 50 000 items come in one batch.
  public static let hugeBatch = ProviderScript(
    items: tree, faults: [Fault(.whole, in: .changes)], pageSize: 60_000,
    steps: [(0..<50_000).map { Edit(put: MemoryItem("huge \($0)")) }])

  /// More items than a hundred times what was suggested, in one page of `folder`: `EIO`.
  public static var flood: ProviderScript { plain(Fault(.flood, in: .page, of: "folder")) }

  /// The process ends when `folder` is listed, and when `a` is fetched, the first time each.
  public static var exits: ProviderScript {
    plain(Fault(.exit, in: .page, of: "folder"), Fault(.exit, in: .fetch, of: "a"))
  }

  /// A creation and a modification of `a` are answered with nothing.
  public static var nothingBack: ProviderScript {
    plain(Fault(.nothing, in: .create, times: 1), Fault(.nothing, in: .modify, of: "a", times: 1))
  }

  /// A creation and a modification of `a` are answered with `b`.
  public static var anotherItemBack: ProviderScript {
    plain(Fault(.other, in: .create, times: 1, text: "b"), Fault(.other, in: .modify, of: "a", times: 1, text: "b"))
  }

  /// New contents of `a` are answered with the version that the provider has.
  public static var otherVersionBack: ProviderScript { plain(Fault(.otherVersion, in: .modify, of: "a", times: 1)) }

  /// `a` is said not to exist when it is modified, and so is `folder`.
  public static var spuriousNoSuchItem: ProviderScript {
    plain(
      .failing(.noSuchItem, in: .modify, of: "a", times: 1), .failing(.noSuchItem, in: .modify, of: "folder", times: 1))
  }

  /// The contents of `a` cannot be had from this provider: `EOPNOTSUPP`, and the document stays.
  public static var unsupportedContents: ProviderScript {
    plain(.failing(cocoa: .featureUnsupported, in: .fetch, of: "a"))
  }

  /// 200 documents in two folders.
  public static var crowded: ProviderScript {
    let documents = (0..<200).map { MemoryItem("d\($0)", in: $0 < 100 ? "one" : "two", contents: "text \($0)\n") }
    return ProviderScript(items: [.folder("one"), .folder("two")] + documents, pageSize: 60)
  }

  /// What is left of ``crowded``: it was lost at the server.
  public static var emptied: ProviderScript {
    ProviderScript(items: crowded.items.filter { $0.kind == .folder || $0.identifier.hasSuffix("7") }, pageSize: 60)
  }
}
