import CLinux
public import FileProviderInterface
import FileProviderManaging
package import FileProviderProgram
import FileProviderReplica
import Foundation
import Glibc

/// All commands of `fileprovider`, for an executable of your own.
///
/// A provider's author writes this and has `mount`, `tail`, `search`, `status` and the others, with the executable's own name
/// in messages and with the provider behind its domains:
///
/// ```swift
/// import FileProviderHost
///
/// @main struct Main {
///   static func main() { FileProviderHost.run(provider: MyExtension.self) }
/// }
/// ```
///
/// The provider runs in a process of its own, one for each domain, which its mounts start (<doc:/FileProviderReplica/Replica>). The main thread stays free
/// there: it runs the main run loop, so a provider may call back on
/// `DispatchQueue.main`, `RunLoop.main` and the main actor.
public enum FileProviderHost {
  /// Runs the command line for local domains, and ends the process.
  ///
  /// - Parameter name: The program's name in messages; by default the executable's.
  public static func run(name: String? = nil) -> Never {
    start(HostProgram(name: name ?? executableName))
  }

  /// Runs the command line with a provider behind its domains, and ends the process.
  ///
  /// - Parameters:
  ///   - provider: The class; an instance is made with `init(domain:)` for each domain that is served.
  ///   - identifier: The provider's bundle identifier, which identifies its domains; by default
  ///     that in an `Info.plist` beside the program, or else the name of the class.
  ///   - name: The program's name in messages; by default the executable's.
  ///   - defaultDomain: The domain that commands use when none is named.
  ///   - infoPlist: The text of the extension's `Info.plist`; by default that of the file beside the program. It says how many calls
  ///     run at once and which actions exist, and `Bundle.main` returns its values. A text that cannot be read counts as missing.
  public static func run<Provider: NSFileProviderReplicatedExtension & SendableMetatype>(
    provider: Provider.Type, identifier: String? = nil, name: String? = nil, defaultDomain: String = "default",
    infoPlist: String? = nil
  ) -> Never {
    let className = String(describing: Provider.self)
    var program = self.program(name, defaultDomain, identifier, className: className, infoPlist) {
      Provider(domain: $0)
    }
    program.formerProviderName = className
    start(program)
  }

  /// Runs the command line with providers that need more than a domain to be made, and ends the process.
  ///
  /// - Parameters:
  ///   - identifier: The provider's bundle identifier, as above.
  ///   - name: The program's name in messages; by default the executable's.
  ///   - defaultDomain: The domain that commands use when none is named.
  ///   - infoPlist: The text of an `Info.plist`, as above.
  ///   - makeProvider: Makes the provider of a domain, whose `NSFileProviderManager` works already.
  public static func run(
    identifier: String? = nil, name: String? = nil, defaultDomain: String = "default", infoPlist: String? = nil,
    makeProvider: @escaping @Sendable (NSFileProviderDomain) -> any NSFileProviderReplicatedExtension
  ) -> Never {
    start(program(name, defaultDomain, identifier, className: nil, infoPlist, makeProvider))
  }

  /// Runs the command line of an extension that provides contacts, and ends the process.
  ///
  /// - Parameters:
  ///   - defaultDomain: The domain of its contacts.
  ///   - contacts: The extension.
  package static func run(defaultDomain: String, contacts: ContactProviding) -> Never {
    var program = HostProgram(name: executableName, defaultDomain: defaultDomain)
    program.contacts = contacts
    start(program)
  }

  /// Runs the command line with a provider, for tests of what follows from calls that are not answered.
  ///
  /// - Parameter deadline: How long a call that changes an item or fetches contents may take, and as long again once it was cancelled; `nil` for as long as
  ///   usual.
  package static func run(
    identifier: String?, infoPlist: String?, deadline: Duration?,
    makeProvider: @escaping @Sendable (NSFileProviderDomain) -> any NSFileProviderReplicatedExtension
  ) -> Never {
    start(program(nil, "default", identifier, className: nil, infoPlist, deadline: deadline, makeProvider))
  }

  private static func program(
    _ name: String?, _ defaultDomain: String, _ identifier: String?, className: String?, _ infoPlist: String?,
    deadline: Duration? = nil,
    _ makeProvider: @escaping @Sendable (NSFileProviderDomain) -> any NSFileProviderReplicatedExtension
  ) -> HostProgram {
    var program = HostProgram(name: name ?? executableName, defaultDomain: defaultDomain)
    let information = infoPlist.flatMap { ProviderInformation(Data($0.utf8)) } ?? .besideProgram
    let identity = identifier ?? information?.identifier ?? className
    program.providerName = identity
    let makeDescribed: @Sendable (NSFileProviderDomain) -> any NSFileProviderReplicatedExtension = { domain in
      MainBundle.describe(information, as: identity)
      return makeProvider(domain)
    }
    program.makeProvider = makeDescribed
    ProviderInformation.setCurrent(information)
    program.makeReplica = { store, domain, logger in
      var limits = information?.limits() ?? ReplicaLimits()
      if let deadline { (limits.fetch, limits.afterCancel) = (deadline, deadline) }
      return Replica(
        store: store, making: makeDescribed, domain: domain, logger: logger, limits: limits, identity: identity)
    }
    return program
  }

  private static var executableName: String {
    let path = CommandLine.arguments.first ?? "fileprovider"
    return path.split(separator: "/").last.map(String.init) ?? "fileprovider"
  }

  /// The parent process may have left signals blocked, some of which wake our threads and end our mounts.
  private static func unblockSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  private static func start(_ program: HostProgram) -> Never {
    HostProgram.set(program)
    if let provider = program.providerName {
      NSFileProviderManager.install(ManagingSystem(provider: provider, program: nil))
    }
    StandardDescriptors.fill()
    // Otherwise a process that was started by /proc/self/exe is called “exe”.
    _ = pthread_setname_np(pthread_self(), String(program.name.prefix(15)))
    signal(SIGPIPE, SIG_IGN)
    unblockSignals()
    CommandRunner.run(CommandArguments.words)
  }
}
