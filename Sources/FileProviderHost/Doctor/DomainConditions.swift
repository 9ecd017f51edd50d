import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Foundation
import LinuxSystem

/// Whether the store of each domain opens. It is opened for reading only, which changes nothing.
enum DomainConditions {
  /// - Parameter deadline: Until when a store may take: a disk or another process may keep us waiting.
  static func all(until deadline: Deadline) -> [Condition] {
    let names: [DomainName]
    do { names = try DomainDirectory.names() } catch {
      let failure = CommandFailure("domains", error)
      return [.problem("stores", failure.reason, remedy: failure.remedy ?? "read it as the user who owns it")]
    }
    let answers = names.map { name in (name, BoundedAnswer("domain") { condition(of: name) }) }
    return answers.map { name, answer in
      answer.value(until: deadline)
        ?? .warning(
          title(name), "not opened in time",
          remedy: "“\(HostProgram.current.name) check --domain \(name)” waits for it")
    }
  }

  private static func title(_ name: DomainName) -> String { "domain \(name)" }

  private static func condition(of name: DomainName) -> Condition {
    let directory = DomainDirectory.url(of: name)
    if let writer = StoppedWriter(in: directory) {
      return .problem(title(name), writer.failure, remedy: writer.remedy)
    }
    do {
      let reader = try ItemStore(reading: directory).makeCommittedReader()
      let items = HumanText.items(try LogReader(reader).count(of: .everything))
      let provider = try reader.setting("provider")
      return .ok(title(name), "its store opens: \(items), \(provider.map { "provider \($0)" } ?? "a local domain")")
    } catch  where error.code == .olderSchema {
      return .ok(title(name), "its store is of an earlier version, and the next mount upgrades it")
    } catch  where error.code == .noSuchItem {
      return .ok(title(name), "it has no store yet, and the next mount makes it")
    } catch {
      let program = HostProgram.current.name
      let remedy =
        switch error.code {
        case .damaged: "“\(program) check --repair --domain \(name)” takes what is there"
        case .newerSchema: "install the newer version of \(program) that has upgraded it"
        default: "“\(program) check --domain \(name)” tells more"
        }
      return .problem(title(name), "its store does not open: \(error.description)", remedy: remedy)
    }
  }
}
