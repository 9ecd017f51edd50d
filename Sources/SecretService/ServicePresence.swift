/// Whether there is a service on the session bus, found without starting one.
package enum ServicePresence: Sendable {
  case running
  /// The bus starts it when it is called.
  case startable
  case noService
  case noBus
  case noLibrary

  /// - Parameters:
  ///   - service: The name that the service has on the bus.
  ///   - address: The bus; the user's session bus when nil.
  package static func find(_ service: String, address: String? = nil) -> ServicePresence {
    do throws(SecretServiceError) {
      let bus = try Bus(address: address)
      if try bus.call(Bus.path, Bus.name, "ListNames", to: Bus.name).texts().contains(service) { return .running }
      let startable = try bus.call(Bus.path, Bus.name, "ListActivatableNames", to: Bus.name).texts()
      return startable.contains(service) ? .startable : .noService
    } catch {
      return error == .noLibrary ? .noLibrary : .noBus
    }
  }
}
