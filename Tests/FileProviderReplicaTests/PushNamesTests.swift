import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import LinuxSystem
import Synchronization
import TestSupport
import Testing

/// Names that are exchanged, and names that something else has at the provider.
@Suite struct PushNamesTests {
  @Test func `a provider that refuses every name is asked with pauses, and not for ever`() async throws {
    let stage = try await ReplicaStage.listed([.failing(.filenameCollision, in: .create)])
    try stage.make("/new", "text")
    #expect(try await eventually { try stage.waiting().contains { $0.state == .parked } })
    #expect(stage.provider.count(.create, of: MemoryItem.root) == 17)
    let row = try #require(try stage.waiting().first)
    #expect(row.errorCode == Int64(NSFileProviderError.Code.filenameCollision.rawValue))
    stage.provider.mend()
    stage.replica.signal()
    #expect(try await stage.push())
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  @Test func `a name that was taken and is not wanted any more gives the next one no number`() async throws {
    let stage = try await ReplicaStage.listed([Fault(.waiting, in: .modify, of: "a", times: 1)])
    try stage.move("/a", to: "/b")
    #expect(try await eventually { stage.provider.heldCount == 1 })
    stage.tree.put(MemoryItem("theirs", name: "b"))
    try stage.move("/b", to: "/c")
    stage.provider.release()
    #expect(try await stage.push())
    #expect(stage.provided("/c")?.identifier == "a")
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// Items that exchange names, and folders that exchange places, go through a free name.
  @Test func `exchanged names are exchanged there`() async throws {
    let stage = try await ReplicaStage.listed()
    try stage.exchange("/a", "/link")
    try stage.make("/folder/sub", kind: .folder)
    #expect(try await stage.push())
    // The inner folder becomes the outer one.
    try stage.move("/folder/sub", to: "/sub")
    try stage.move("/folder", to: "/sub/sub")
    try stage.move("/sub", to: "/folder")
    #expect(try await stage.push())
    #expect(stage.provided("/a")?.identifier == "link")
    #expect(stage.provided("/link")?.identifier == "a")
    #expect(stage.provided("/folder/sub")?.identifier == "folder")
    #expect(stage.provided("/folder/sub/b")?.identifier == "b")
    await stage.stop()
  }

  @Test func `an exchange of names that is refused is not tried without end`() async throws {
    let faults: [Fault] = ["b", "c"].map { .failing(cocoa: .fileWriteNoPermission, in: .modify, of: $0) }
    let stage = try await ReplicaStage.listed(faults)
    try stage.exchange("/folder/b", "/folder/c")
    #expect(try await eventually { try stage.waiting().contains { $0.state == .parked } })
    try await Task.sleep(for: .milliseconds(500))
    #expect(stage.provider.count(.modify, of: "b") + stage.provider.count(.modify, of: "c") <= 2)
    await stage.stop()
  }

  /// A name that is taken there by something that is not known here gets a number here; both are kept.
  @Test func `a name that is taken is given up`() async throws {
    let stage = try await ReplicaStage.listed()
    stage.tree.put(MemoryItem("theirs", name: "same.txt", contents: "theirs"))
    try stage.make("/same.txt", "ours")
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    #expect(
      Set(stage.tree.items.map { String(decoding: $0.contents, as: UTF8.self) }).isSuperset(of: ["ours", "theirs"]))
    #expect(try stage.names("/").filter { $0.hasPrefix("same") } == ["same (2).txt", "same.txt"])
    #expect(try await stage.read("/same.txt") == "theirs")
    await stage.stop()
  }

  /// Where theirs came first, and has a number here, the two exchange their names.
  @Test func `a name that is taken goes to the item that waits for it`() async throws {
    let stage = try await ReplicaStage.listed()
    await stage.stop()
    try stage.make("/same.txt", "ours")
    stage.tree.put(MemoryItem("theirs", name: "same.txt", contents: "theirs"))
    var limits = ReplicaLimits.quick
    (limits.quiet, limits.longestQuiet) = (.seconds(600), .seconds(600))
    try await stage.restart(limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    let theirs = try stage.id("/same (2).txt")
    let outage = NSFileProviderError.Code.serverUnreachable.rawValue
    stage.provider.fail([Fault(.error, in: .create, after: 1, code: outage, domain: NSFileProviderErrorDomain)])
    try await stage.restart()
    stage.replica.state.pushNow()
    #expect(try await eventually { try stage.id("/same.txt") == theirs }, "\(stage.log.text)")
    #expect(try stage.names("/").filter { $0.hasPrefix("same") } == ["same (2).txt", "same.txt"])
    // It is the provider's name: somebody else may give it another one.
    stage.tree.change("theirs") { $0.name = "other.txt" }
    try await stage.replica.synchronize()
    #expect(try stage.id("/other.txt") == theirs)
    stage.provider.mend()
    #expect(try await stage.push())
    #expect(stage.tree["theirs"]?.name == "other.txt")
    #expect(stage.providedText("/same (2).txt") == "ours")
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// A name that had to wait is given back in the folder that two have become.
  @Test func `an item keeps no number after its name when its folder becomes one with another`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    for identifier in ["first", "second"] { stage.tree.put(MemoryItem(identifier, in: "empty", name: "same")) }
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.names("/empty") == ["same", "same (2)"])
    stage.tree.change("empty") { $0.name = "new" }
    try stage.make("/new", kind: .folder)
    #expect(try await stage.push())
    #expect(try stage.names("/new") == ["same", "same (2)"])
    stage.tree.remove("first")
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.names("/new") == ["same"])
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// Two folders of one name are one.
  @Test func `folders of one name are one`() async throws {
    let stage = try await ReplicaStage.listed()
    stage.tree.put(.folder("theirs", name: "same"))
    stage.tree.put(MemoryItem("inner", in: "theirs", contents: "inner"))
    try stage.make("/same", kind: .folder)
    try stage.make("/same/ours", "ours")
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.names("/same") == ["inner", "ours"])
    #expect(stage.providedText("/same/ours") == "ours")
    await stage.stop()
  }
}
