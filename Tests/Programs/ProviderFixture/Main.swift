import FileProviderHost
import FileProviderTesting
import Foundation

/// All commands, for a provider: the last line is the whole of an author's program besides the provider.
///
/// With `PROVIDER_SCRIPT` in the environment the provider is a scripted one, by the name of its script or the path of its JSON file. With
/// `PROVIDER_LATER`, its items change once there is a JSON file of that path, with the edits, and nobody is told. With `PROVIDER_FOLDER` it has the
/// files of that folder. `PROVIDER_CALLS` names a file that gets a line for each call that changes something at a scripted provider.
/// `PROVIDER_INFORMATION` names the Info.plist of a scripted one, and `PROVIDER_DEADLINE` says in milliseconds how long its calls may take.
@main struct Main {
  private static var identifier: String? { ProcessInfo.processInfo.environment["PROVIDER_IDENTIFIER"] }

  static func main() {
    let environment = ProcessInfo.processInfo.environment
    if let name = environment["PROVIDER_SCRIPT"], let script = script(name) {
      let information = environment["PROVIDER_INFORMATION"].flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
      let deadline = environment["PROVIDER_DEADLINE"].flatMap(Int.init).map { Duration.milliseconds($0) }
      FileProviderHost.run(identifier: identifier, infoPlist: information, deadline: deadline) { domain in
        let provider = ScriptedProvider(domain: domain, script: script)
        if let path = environment["PROVIDER_LATER"] { change(provider, by: path) }
        if let path = environment["PROVIDER_CALLS"] { record(provider, in: path) }
        return provider
      }
    }
    if let folder = environment["PROVIDER_FOLDER"] {
      FileProviderHost.run(identifier: identifier) { domain in
        let provider = RangeProvider(domain: domain)
        FolderMirror(of: folder, in: provider).start()
        return provider
      }
    }
    FileProviderHost.run(provider: GreetingProvider.self, identifier: identifier)
  }

  private static func script(_ name: String) -> ProviderScript? {
    name.hasPrefix("/") ? try? ProviderScript(contentsOf: URL(fileURLWithPath: name)) : ProviderScript.named[name]
  }

  private static func record(_ provider: ScriptedProvider, in path: String) {
    provider.tellChanges { line in
      let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      defer { close(file) }
      let bytes = Array((line + "\n").utf8)
      _ = write(file, bytes, bytes.count)
    }
  }

  private static func change(_ provider: ScriptedProvider, by path: String) {
    Thread.detachNewThread {
      while true {
        Thread.sleep(forTimeInterval: 0.02)
        guard let data = FileManager.default.contents(atPath: path),
          let edits = try? JSONDecoder().decode([ProviderScript.Edit].self, from: data)
        else { continue }
        for edit in edits {
          if let item = edit.put { provider.base.tree.put(item) }
          if let identifier = edit.remove { provider.base.tree.remove(identifier) }
        }
        return
      }
    }
  }
}
