import FileProviderHost
import FileProviderTesting
import Foundation

/// All commands, for a provider: the last line is the whole of an author's program besides the provider.
///
/// With `PROVIDER_SCRIPT` in the environment the provider is a scripted one, by the name of its script.
@main struct Main {
  static func main() {
    if let name = ProcessInfo.processInfo.environment["PROVIDER_SCRIPT"], let script = ProviderScript.named[name] {
      FileProviderHost.run { ScriptedProvider(domain: $0, script: script) }
    }
    FileProviderHost.run(provider: GreetingProvider.self)
  }
}
