import FileProvider
import FileProviderStore
import FileProviderTesting
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderReplica

/// What is uploaded before the machine sleeps.
@Suite(.timeLimit(.minutes(1))) struct UploadBeforeSleepTests {
  private func stage(_ faults: [Fault] = []) async throws -> ReplicaStage {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: faults))
    try await stage.replica.synchronize(listsEverything: true)
    return stage
  }

  /// Waits on a thread that may.
  private func push(_ stage: ReplicaStage, until deadline: Deadline = .never) async throws {
    let isDone = Monitor(false)
    NativeThread.start(name: "sleep", stackSize: NativeThread.stackOfOthers) { [replica = stage.replica] in
      replica.pushWhatIsPossible(until: deadline)
      isDone.withLock { $0 = true }
    }
    #expect(try await eventually { isDone.read { $0 } })
  }

  @Test func `all that has just changed is uploaded`() async throws {
    let stage = try await stage()
    for number in 1...50 { try stage.make("/new \(number)", "text") }
    try stage.make("/made", kind: .folder)
    try await push(stage)
    for number in 1...50 { #expect(stage.providedText("/new \(number)") == "text") }
    #expect(stage.provided("/made") != nil)
    try await push(stage)
    await stage.stop()
  }

  @Test(arguments: [NSFileProviderError.Code.serverUnreachable, .insufficientQuota])
  func `what the provider does not take is not waited for`(code: NSFileProviderError.Code) async throws {
    let stage = try await stage([.failing(code, in: .create)])
    try stage.make("/new", "text")
    try await push(stage)
    #expect(stage.provided("/new") == nil && stage.provider.count(.create, of: MemoryItem.root) > 0)
    await stage.stop()
  }

  @Test func `a pause goes on`() async throws {
    let stage = try await stage()
    stage.replica.noteNetwork(isMetered: true)
    try stage.make("/new", "text")
    try await push(stage)
    #expect(stage.provided("/new") == nil)
    await stage.stop()
  }

  @Test func `an upload that takes longer is not waited for`() async throws {
    let stage = try await stage([Fault(.waiting, in: .create, times: 1)])
    try stage.make("/new", "text")
    try await push(stage, until: .after(.milliseconds(200)))
    #expect(stage.provided("/new") == nil)
    stage.provider.release()
    await stage.stop()
  }
}
