import FileProviderDomains
import FileProviderProcess
import FileProviderProgram
import LinuxSystem

/// The alerts that the user suppressed, which the provider stores.
final class SuppressedInteractions {
  private let ask: (InteractionQuestion) throws -> InteractionAnswer?
  private var known: [String: InteractionAnswer] = [:]
  /// Whether the provider could not be asked. A command does not wait for that again.
  private var isSilent = false

  /// - Parameter ask: Asks the provider; `nil` when it does not answer in time.
  init(asking ask: @escaping (InteractionQuestion) throws -> InteractionAnswer?) { self.ask = ask }

  convenience init(_ selection: DomainSelection) {
    var access: ProviderAccess?
    self.init { question in
      let provider = try access ?? ProviderAccess(selection.name, selection.store)
      access = provider
      switch try provider.ask(.interaction, question.payload, until: .after(.seconds(30))) {
      case .done(let payload)?: return try InteractionAnswer(payload)
      case .failed?, .notUnderstood?: return .notKept
      case nil: return nil
      }
    }
  }

  /// A provider that cannot be asked keeps nothing.
  func contains(_ identifier: String) throws -> Bool { try answer(identifier) == .suppressed }

  /// Whether the provider keeps such things.
  func isKept(_ identifier: String) throws -> Bool { try answer(identifier) != .notKept }

  func add(_ identifier: String) throws { _ = try answer(to: InteractionQuestion(identifier, suppresses: true)) }

  private func answer(_ identifier: String) throws -> InteractionAnswer {
    if let answer = known[identifier] { return answer }
    let answer = try answer(to: InteractionQuestion(identifier))
    known[identifier] = answer
    return answer
  }

  private func answer(to question: InteractionQuestion) throws -> InteractionAnswer {
    guard !isSilent else { return .notKept }
    do {
      if let answer = try ask(question) { return answer }
    } catch let end as CommandEnd { throw end } catch {}
    isSilent = true
    return .notKept
  }
}
