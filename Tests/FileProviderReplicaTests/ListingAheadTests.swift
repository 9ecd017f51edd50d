import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import TestSupport
import Testing

/// A program that goes through a tree does not wait for the provider once for each folder.
@Suite struct ListingAheadTests {
  private let millisecond: UInt64 = 1_000_000
  private let top = ItemID(rawValue: 100)
  private let folders = (101...400).map { ItemID(rawValue: $0) }

  /// The folders that may be listed ahead now.
  private func taken(_ ahead: inout ListingAhead, at now: UInt64) -> [ItemID] {
    var taken: [ItemID] = []
    while let folder = ahead.take(limit: 1000, at: now) { taken.append(folder) }
    return taken
  }

  /// A program opens a folder, waits for it, and has it.
  private func open(_ folder: ItemID, in parent: ItemID, _ ahead: inout ListingAhead, at now: UInt64) {
    _ = ahead.noteOpening(of: folder, in: parent, at: now)
    ahead.noteAnswer(at: now)
  }

  @Test func `what comes next in a walk is listed ahead, more of it with each step`() {
    var ahead = ListingAhead()
    open(top, in: .root, &ahead, at: 1)
    ahead.note(folders)
    open(folders[0], in: top, &ahead, at: 2)
    #expect(taken(&ahead, at: 2) == [])
    open(folders[1], in: top, &ahead, at: 3)
    #expect(taken(&ahead, at: 3) == Array(folders[2..<10]))
    open(folders[2], in: top, &ahead, at: 4)
    #expect(taken(&ahead, at: 4) == Array(folders[10..<19]))
  }

  @Test func `what is in a folder comes before what is beside it`() {
    var ahead = ListingAhead()
    let inside = [ItemID(rawValue: 500), ItemID(rawValue: 501)]
    open(top, in: .root, &ahead, at: 1)
    ahead.note(folders)
    open(folders[0], in: top, &ahead, at: 2)
    open(folders[1], in: top, &ahead, at: 3)
    ahead.note(inside)
    #expect(taken(&ahead, at: 3).prefix(3) == [inside[0], inside[1], folders[2]])
  }

  @Test func `nothing is listed ahead of a user, who opens one folder after the other`() {
    var ahead = ListingAhead()
    open(top, in: .root, &ahead, at: 0)
    ahead.note(folders)
    for (index, folder) in folders.prefix(10).enumerated() {
      let now = UInt64(index + 1) * 1_000 * millisecond
      open(folder, in: top, &ahead, at: now)
      #expect(taken(&ahead, at: now) == [])
    }
  }

  @Test func `a folder that is noted again when it is listed is no step of a walk`() {
    var ahead = ListingAhead()
    open(top, in: .root, &ahead, at: 0)
    ahead.note(folders)
    for (index, folder) in folders.prefix(10).enumerated() {
      let now = UInt64(index + 1) * 500 * millisecond
      open(folder, in: top, &ahead, at: now)
      _ = ahead.noteOpening(of: folder, in: top, at: now + 1)
      #expect(taken(&ahead, at: now + 1) == [])
    }
  }

  @Test func `what comes next stays known when the folder above is noted again as soon as it is listed`() {
    var ahead = ListingAhead()
    let now = 10_000 * millisecond
    open(top, in: .root, &ahead, at: now)
    ahead.note(folders)
    open(top, in: .root, &ahead, at: now + 1)
    open(folders[0], in: top, &ahead, at: now + 2)
    open(folders[1], in: top, &ahead, at: now + 3)
    #expect(taken(&ahead, at: now + 3) == Array(folders[2..<10]))
  }

  @Test func `a walk through a folder that was listed long before asks once what is in it`() {
    var ahead = ListingAhead()
    let now = 10_000 * millisecond
    open(top, in: .root, &ahead, at: now)
    open(folders[0], in: top, &ahead, at: now + 1)
    let isAsked = ahead.noteOpening(of: folders[1], in: top, at: now + 2)
    let isAskedAgain = ahead.noteOpening(of: folders[2], in: top, at: now + 3)
    #expect(isAsked && !isAskedAgain)
    ahead.note(folders)
    #expect(taken(&ahead, at: now + 3).prefix(2) == [folders[3], folders[4]])
  }

  @Test func `what a walk does not come to is bounded, and it ends with the walk`() {
    var ahead = ListingAhead()
    open(top, in: .root, &ahead, at: 1)
    ahead.note(folders)
    for folder in folders.prefix(20) { open(folder, in: top, &ahead, at: 2) }
    #expect(taken(&ahead, at: 2).count == ListingAhead.most)
    #expect(taken(&ahead, at: 2) == [])
    open(folders[20], in: top, &ahead, at: 2 + ListingAhead.end + millisecond)
    #expect(taken(&ahead, at: 2 + ListingAhead.end + millisecond) == [])
  }

  @Test func `nothing more is listed ahead after a folder could not be listed`() throws {
    var ahead = ListingAhead()
    open(top, in: .root, &ahead, at: 1)
    ahead.note(folders)
    for folder in folders.prefix(3) { open(folder, in: top, &ahead, at: 2) }
    let next = ahead.take(limit: 1, at: 2)
    let first = try #require(next)
    #expect(ahead.take(limit: 1, at: 2) == nil)
    ahead.hasListed(first, isDone: false)
    #expect(taken(&ahead, at: 2) == [])
  }

  @Test func `a provider is asked once for each folder, and for folders that no program has asked for yet`()
    async throws
  {
    let names = (10..<60).map { "f\($0)" }
    let stage = try await ReplicaStage(ProviderScript(items: names.map { .folder($0) }))
    try await stage.list("/")
    // A machine that stands still for a moment ends the walk; then it begins again.
    for name in names.prefix(20) { try await stage.list("/" + name) }
    let listed = { try names.filter { try stage.item("/" + $0)?.flags.contains(.unlisted) == false } }
    #expect(try await eventually { try listed().count > 20 })
    for name in names { try await stage.list("/" + name) }
    for name in names { #expect(stage.provider.count(.page, of: name) == 1) }
    await stage.stop()
  }
}
