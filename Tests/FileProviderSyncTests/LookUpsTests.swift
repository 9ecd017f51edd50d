import FileProviderSync
import Testing

/// What a plan costs does not depend on how many other items there are, in whatever state.
struct LookUpsTests {
  /// What there is much of.
  enum Crowd: CaseIterable, Sendable {
    /// Below a folder whose creation is refused.
    case refused
    /// In the document's folder, where the provider has them, and nothing else is known.
    case synced
    case deletedHere, movedHere, movedThere, gone, new, stale, open, unknown, attempted
  }

  /// The look-ups for each cell of the planner's table beside a crowd, and for the folder.
  private func lookUps(_ crowd: Crowd, _ count: Int) -> [String: Int] {
    var found: [String: Int] = [:]
    var beside = Scene.beginning()
    add(crowd, count, to: &beside)
    for local in Scene.Local.allCases {
      for observed in Scene.Observed.allCases {
        for open in Scene.Open.allCases {
          var scene = Scene(local, observed, open, in: beside)
          scene.tables.changesRead = Moment(.max)
          // What a call without an answer has done can be looked for.
          for folder in [.root, Scene.folder] {
            scene.tables.update(folder) { ($0.listed, $0.listedBefore) = (Moment(.max), Moment(.max)) }
          }
          let surroundings = CountingSurroundings(tables: scene.tables)
          for number in [Scene.document, Scene.folder] { _ = surroundings.plan(number) }
          _ = surroundings.plan(Scene.newcomer)
          found["\(local), \(observed), \(open)"] = surroundings.counter.count
        }
      }
    }
    return found
  }

  /// The look-ups for the crowd's folder itself, where it changed on one side.
  private func lookUpsOfFolder(_ crowd: Crowd, _ count: Int) -> [String: Int] {
    var beside = Scene.beginning()
    add(crowd, count, to: &beside)
    beside.changesRead = Moment(.max)
    var found: [String: Int] = [:]
    for change in ["deleted here", "moved here", "gone there"] {
      var tables = beside
      switch change {
      case "deleted here": tables.setLocal(Scene.folder, nil)
      case "moved here":
        tables.setLocal(
          Scene.folder, LocalItem(number: Scene.folder, place: Place(.root, "moved"), kind: .folder))
      default: observe(Identifier("#1"), .gone, in: &tables)
      }
      let surroundings = CountingSurroundings(tables: tables)
      _ = surroundings.plan(Scene.folder)
      found[change] = surroundings.counter.count
    }
    return found
  }

  private func add(_ crowd: Crowd, _ count: Int, to tables: inout Tables) {
    var folder = Scene.folder
    if crowd == .refused {
      folder = tables.nextNumber()
      let place = Place(Scene.folder, "refused")
      tables.setLocal(folder, LocalItem(number: folder, place: place, kind: .folder))
      call(folder, at: place, .attempted, in: &tables)
    }
    for index in 0..<count {
      let (place, identifier) = (Place(folder, "c\(index)"), Identifier("#c\(index)"))
      switch crowd {
      case .new, .stale:
        if crowd == .stale { observe(identifier, .gone, in: &tables) }
        observe(identifier, .statement(statement(identifier, in: "#1", place.name)), in: &tables)
      default: add(crowd, place, identifier, to: &tables)
      }
    }
  }

  private func add(_ crowd: Crowd, _ place: Place, _ identifier: Identifier, to tables: inout Tables) {
    let number = tables.nextNumber()
    let here = crowd == .movedHere ? Place(.root, place.name) : place
    if crowd != .deletedHere {
      tables.setLocal(number, LocalItem(number: number, place: here, kind: .document, contents: Scene.ours))
    }
    switch crowd {
    case .refused: return
    case .open, .unknown, .attempted: return call(number, at: place, crowd, in: &tables)
    default: break
    }
    tables.setSynced(
      number,
      Synced(
        identifier: identifier, place: place, kind: .document, version: Version(contents: 1, metadata: 1),
        contents: Scene.ours, moment: .zero))
    if crowd == .gone { observe(identifier, .gone, in: &tables) }
    if crowd == .movedThere {
      observe(identifier, .statement(statement(identifier, in: "/", place.name)), in: &tables)
    }
  }

  private func call(_ number: ItemNumber, at place: Place, _ crowd: Crowd, in tables: inout Tables) {
    let call = tables.begin(
      Call(
        number: number, wish: .create, kind: .document, place: place, parent: Identifier("#1"), snapshot: Scene.ours))
    if crowd == .unknown { tables.giveUp(number) }
    if crowd == .attempted { tables.failed(call, .temporary) }
  }

  private func observe(_ identifier: Identifier, _ report: Observation.Report, in tables: inout Tables) {
    let asked = tables.next()
    // What a listing has of something that was gone is stale.
    tables.observe(identifier, report, asked: asked, from: report == .gone ? .item : .listing)
  }

  private func statement(_ identifier: Identifier, in parent: String, _ name: String) -> Statement {
    Statement(
      identifier: identifier, parent: parent == "/" ? .root : Identifier(parent), name: name, kind: .document, size: 5,
      version: Version(contents: 1, metadata: 2), fields: Fields())
  }

  /// With 1 000 items a plan makes as many look-ups as with 30.
  @Test(arguments: Crowd.allCases) func `Looks up no more beside many items`(_ crowd: Crowd) {
    #expect(lookUps(crowd, 30) == lookUps(crowd, 1_000))
  }

  @Test(arguments: Crowd.allCases) func `Looks up no more for a folder with many items`(_ crowd: Crowd) {
    #expect(lookUpsOfFolder(crowd, 30) == lookUpsOfFolder(crowd, 1_000))
  }
}
