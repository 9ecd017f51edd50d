import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderReplica

/// What a provider is asked about alerts, which it answers when it likes.
@Suite struct AlertQuestionsTests {
  /// What the provider waits for, and what the replica has answered.
  private final class Questions: Sendable {
    let isOpen = Monitor(false)
    let answers = Mutex<[Result<Bool?, any Error>]>([])

    func note(_ answer: Result<Bool?, any Error>) { answers.withLock { $0.append(answer) } }
    var failures: Int { answers.withLock { $0.count { (try? $0.get()) == nil } } }
    var count: Int { answers.withLock { $0.count } }
  }

  @Test func `a provider that hangs costs two threads, however often it is asked`() async throws {
    var limits = ReplicaLimits.quick
    limits.call = .milliseconds(200)
    let stage = try await ReplicaStage(ProviderScript(items: []), limits: limits)
    let questions = Questions()
    stage.provider.tellChanges { line in
      if line.hasPrefix("suppress") { _ = questions.isOpen.wait(until: .never, for: { $0 ? true : nil }) }
    }
    for number in 0..<6 {
      stage.replica.updateSuppression(of: "alert \(number)", suppresses: true, whenDone: questions.note)
    }
    #expect(try await eventually { questions.failures == 6 })
    #expect(stage.replica.alerts.threadCount == 2)
    questions.isOpen.withLock { $0 = true }
    stage.replica.updateSuppression(of: "alert 0", suppresses: false, whenDone: questions.note)
    #expect(try await eventually { questions.count == 7 })
    let last = try questions.answers.withLock { try $0.last?.get() }
    #expect(last == true)
    // Nobody waited any more when the turn of the others came.
    stage.replica.updateSuppression(of: "alert 5", suppresses: false, whenDone: questions.note)
    #expect(try await eventually { questions.count == 8 })
    let other = try questions.answers.withLock { try $0.last?.get() }
    #expect(other == false)
    await stage.stop()
  }

  @Test func `a question that waits when the replica stops is answered`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: []))
    let questions = Questions()
    stage.provider.tellChanges { line in
      if line.hasPrefix("suppress") {
        _ = questions.isOpen.wait(until: .after(.seconds(60)), for: { $0 ? true : nil })
      }
    }
    for number in 0..<3 {
      stage.replica.updateSuppression(of: "alert \(number)", suppresses: true, whenDone: questions.note)
    }
    let opener = Task {
      _ = try await eventually { questions.failures == 3 }
      questions.isOpen.withLock { $0 = true }
    }
    await stage.stop()
    try await opener.value
    #expect(questions.failures == 3)
    stage.replica.updateSuppression(of: "late", suppresses: false, whenDone: questions.note)
    #expect(questions.failures == 4)
  }
}
