/// Whether there is a Secret Service, found without starting one.
package enum SecretServicePresence: Sendable {
  case running
  /// The bus starts it when it is called.
  case startable
  case noService
  case noBus
  case noLibrary

  private static let service = "org.freedesktop.secrets"

  package static func find() -> SecretServicePresence {
    do throws(SecretServiceError) {
      let bus = try Bus(address: SecretService.address)
      if try hasService(bus, "ListNames") { return .running }
      return try hasService(bus, "ListActivatableNames") ? .startable : .noService
    } catch {
      if case .noLibrary = error { return .noLibrary }
      return .noBus
    }
  }

  private static func hasService(_ bus: Bus, _ method: String) throws(SecretServiceError) -> Bool {
    let reply = try bus.call(Bus.path, Bus.name, method, to: Bus.name)
    return try reply.texts().contains(service)
  }
}
