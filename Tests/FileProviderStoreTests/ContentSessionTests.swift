import Foundation
import TestSupport
import Testing

@testable import FileProviderStore

/// The marks of processes that make content files.
@Suite struct ContentSessionTests {
  private let place: TestDirectory
  private let boot = BootIdentity(uuid: UUID())
  /// Far apart, as are the times at which processes begin.
  private let first = ContentKey(rawValue: 1 << 40)
  private let second = ContentKey(rawValue: 1 << 41)

  init() throws { place = try TestDirectory("sessions") }

  private func begin(_ first: ContentKey) throws -> ContentSession {
    try ContentSession(contents: place.url, first: first, owner: StoreOwner(of: place.url), boot: boot)
  }

  private func sessions(boot: BootIdentity? = nil) -> ContentSession.Sessions {
    ContentSession.sessions(in: place.url, boot: boot ?? self.boot)
  }

  /// Leaves a mark as a process does that is killed: its lock is gone, its file is not.
  private func leaveMark(_ first: ContentKey) throws {
    do { _ = try begin(first) }
    ContentSession.distrustDone(in: place.url)
  }

  @Test func `a process that runs is the maker of what has its numbers`() throws {
    let session = try begin(first)
    #expect(sessions().alive == [first])
    #expect(sessions().maker(of: ContentKey(rawValue: first.rawValue + 5)) == .running)
    #expect(sessions().maker(of: ContentKey(rawValue: first.rawValue - 1)) == .unknown)
    _ = consume session
  }

  @Test func `a process that ended in an orderly way leaves a mark that says so`() throws {
    do { _ = try begin(first) }
    #expect(ContentSession.done(in: place.url).count == 1)
    #expect(sessions().dead == [first])
    #expect(sessions().maker(of: first) == .ended)
  }

  @Test func `what a killed process made is judged by whether the machine ran on`() throws {
    try leaveMark(first)
    #expect(ContentSession.done(in: place.url).isEmpty)
    #expect(sessions().maker(of: first) == .ended)
    #expect(sessions(boot: BootIdentity(uuid: UUID())).maker(of: first) == .endedInAnEarlierRun)
  }

  @Test func `the last process that began before a number is its maker`() throws {
    try leaveMark(first)
    let running = try begin(second)
    #expect(sessions().maker(of: ContentKey(rawValue: second.rawValue - 1)) == .ended)
    #expect(sessions().maker(of: second) == .running)
    _ = consume running
  }

  @Test func `of two that began at nearly the same time the one that runs is the maker`() throws {
    let running = try begin(first)
    let next = ContentKey(rawValue: first.rawValue + 100)
    try leaveMark(next)
    #expect(sessions().maker(of: ContentKey(rawValue: next.rawValue + 100)) == .running)
    #expect(sessions().maker(of: ContentKey(rawValue: next.rawValue + (1 << 30))) == .ended)
    _ = consume running
  }

  @Test func `forgetting removes the marks of the dead alone`() throws {
    try leaveMark(first)
    let running = try begin(second)
    ContentSession.forget(sessions().dead, in: place.url)
    #expect(sessions().dead.isEmpty)
    #expect(sessions().alive == [second])
    _ = consume running
  }

  @Test func `a file that is no mark is left out`() throws {
    try leaveMark(first)
    let folder = URL(fileURLWithPath: ContentSession.directory(in: place.url))
    try Data().write(to: folder.appendingPathComponent("no number"))
    #expect(sessions().dead == [first])
  }
}
