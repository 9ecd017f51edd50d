import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderReplica

/// When the provider and the user are notified, and when the network is watched.
@Suite struct NoticesTests {
  /// An `nlmsghdr` of netlink(7) with a body.
  private func message(_ kind: UInt16, body: Int, length: UInt32? = nil) -> [UInt8] {
    let size = length ?? UInt32(16 + body)
    let header = withUnsafeBytes(of: size.littleEndian, Array.init) + withUnsafeBytes(of: kind.littleEndian, Array.init)
    return header + [UInt8](repeating: 0, count: 10 + (body + 3) & ~3)
  }

  @Test func `a new link, address or route is a change, and what is gone is not`() {
    for kind: UInt16 in [16, 20, 24] {
      #expect(NetworkWatch.reportsChange(message(kind, body: 5)[...]))
      #expect(NetworkWatch.reportsChange((message(17, body: 5) + message(kind, body: 0))[...]), "the second message")
    }
    for kind: UInt16 in [17, 21, 25, 3] { #expect(!NetworkWatch.reportsChange(message(kind, body: 8)[...])) }
    #expect(!NetworkWatch.reportsChange([1, 2, 3]))
    #expect(!NetworkWatch.reportsChange((message(17, body: 0, length: 0) + message(16, body: 0))[...]), "a length of 0")
    #expect(!NetworkWatch.reportsChange(message(17, body: 4, length: .max)[...]))
  }

  @Test func `the watch ends when it is stopped`() throws {
    guard let watch = NetworkWatch() else { return }
    let hasEnded = Monitor(false)
    NativeThread.start(name: "watch") {
      watch.run {}
      hasEnded.withLock { $0 = true }
    }
    watch.stop()
    #expect(hasEnded.wait(until: .after(.seconds(60))) { $0 ? true : nil } == true)
  }

  @Test func `with a network what was out of reach is tried at once, and without need nothing is asked`() async throws {
    let faults = [Fault.failing(.serverUnreachable, in: .create, times: 1)]
    var limits = ReplicaLimits.quick
    (limits.firstPause, limits.longestIdlePause) = (.seconds(3600), .seconds(3600))
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: faults), limits: limits)
    try await stage.list("/")
    try stage.make("/new", "text")
    #expect(try await eventually { try stage.waiting().first?.errorDomain != nil })
    stage.replica.network.tryWithNetwork()
    #expect(try await eventually { try stage.waiting().isEmpty })
    #expect(stage.providedText("/new") == "text")
    try await stage.replica.synchronize()
    let asked = stage.provider.count(.changes, of: NSFileProviderItemIdentifier.workingSet.rawValue)
    stage.replica.network.tryWithNetwork()
    #expect(!stage.replica.isPulling)
    #expect(stage.provider.count(.changes, of: NSFileProviderItemIdentifier.workingSet.rawValue) == asked)
    await stage.stop()
  }

  @Test func `the user is notified of what was rescued, once within an hour`() async throws {
    let stage = try await ReplicaStage(.nothingBack)
    let notified = Mutex<[String]>([])
    stage.replica.whenUserActionIsRequired { error in notified.withLock { $0.append(error.localizedDescription) } }
    try await stage.list("/")
    try stage.make("/new", "new")
    #expect(try await stage.push())
    _ = try await stage.read("/a")
    try stage.write("/a", "ours")
    #expect(try await stage.push())
    #expect(try stage.names("/Rescued") == ["a", "new"])
    #expect(notified.withLock { $0.count } == 1)
    #expect(notified.withLock { $0.first }?.hasPrefix("“new” was changed here") == true)
    #expect(stage.log.text.contains("are in the folder Rescued"))
    await stage.stop()
  }

  @Test func `the user is notified once of each kind of error, with the provider's words`() async throws {
    let faults = [
      Fault.failing(.notAuthenticated, in: .fetch), .failing(.serverUnreachable, in: .create),
    ]
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: faults))
    let notified = Mutex<[String]>([])
    stage.replica.whenUserActionIsRequired { error in
      notified.withLock { $0.append("\((error as NSError).code) \(error.localizedDescription)") }
    }
    try await stage.list("/")
    try await stage.list("/folder")
    for path in ["/a", "/folder/b", "/folder/c"] { _ = await stage.failure { _ = try await stage.read(path) } }
    stage.replica.signal()
    _ = await stage.failure { _ = try await stage.read("/a") }
    try stage.make("/new", "text")
    #expect(try await eventually { try stage.waiting().first?.errorDomain != nil })
    #expect(notified.withLock { $0 } == ["-1000 as the script says"])
    await stage.stop()
  }

  @Test func `the provider hears once of many changes of what is here and of what waits`() async throws {
    let refused = Fault.failing(.cannotSynchronize, in: .create)
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: [refused]))
    let base = stage.provider.base
    try await stage.list("/")
    try await stage.list("/folder")
    #expect(try await eventually { base.materializedNotices > 0 })
    let before = base.pendingNotices
    for number in 0..<20 { try stage.make("/new \(number)", "text") }
    // What is acknowledged within a moment never was in the set.
    #expect(try await eventually { try stage.waiting().count { $0.state == .parked } == 20 })
    #expect(try await eventually { base.pendingNotices > before })
    #expect(base.pendingNotices - before < 20 && base.materializedNotices < 20)
    await stage.stop()
  }

  @Test func `attributes that are too large in all stay here, and the rest is uploaded`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    try await stage.list("/")
    // In one transaction: one of them alone would be sent.
    func set(_ path: String, _ count: Int, _ names: String...) throws {
      try stage.change(path) { (transaction, id) throws(StoreError) in
        for name in names {
          try transaction.changeExtendedAttribute(name, to: [UInt8](repeating: 65, count: count), of: id)
        }
      }
    }
    try stage.make("/new", "text")
    try set("/new", 20_000, "user.large", "user.other")
    try set("/a", 30_000, "user.fits")
    #expect(try await stage.push())
    #expect(stage.providedText("/new") == "text")
    #expect(stage.provided("/new")?.extendedAttributes.isEmpty == true)
    let names = try stage.store.readCommitted { (reader) throws(StoreError) in
      try reader.extendedAttributeNames(of: reader.resolve("/new")?.id ?? .none)
    }
    #expect(Set(names) == ["user.large", "user.other"], "they are not lost here")
    #expect(stage.provided("/a")?.extendedAttributes["fits"]?.count == 30_000)
    try set("/a", 30_000, "user.large")
    try stage.move("/a", to: "/b")
    #expect(try await stage.push())
    #expect(stage.provided("/b")?.extendedAttributes["fits"]?.count == 30_000, "what it has, it keeps")
    try await stage.replica.synchronize(listsEverything: true)
    let size = try stage.store.readCommitted { (reader) throws(StoreError) in
      try reader.extendedAttribute("user.large", of: reader.resolve("/b")?.id ?? .none)?.count
    }
    #expect(size == 30_000, "it is not lost here")
    // Once they fit they are sent.
    try stage.change("/b") { (transaction, id) throws(StoreError) in
      try transaction.changeExtendedAttribute("user.large", to: [66], of: id)
    }
    #expect(try await stage.push())
    #expect(stage.provided("/b")?.extendedAttributes["large"] == "B")
    await stage.stop()
  }
}
