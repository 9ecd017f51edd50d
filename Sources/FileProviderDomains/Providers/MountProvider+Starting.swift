import FileProviderProcess
import FileProviderProgram
import FileProviderStore
package import LinuxSystem

extension MountProvider {
  /// Starts the process of the domain's provider. It ends at once where another runs.
  package func startProcess() throws -> ChildProcess {
    guard let program = try program(ProviderDomain(domain).provider(store)) else {
      throw CommandFailure("domain “\(domain)”", "a local domain has no provider", status: .unavailable)
    }
    return try launch(program, ProcessPlace(storeIn: store.directory))
  }
}
