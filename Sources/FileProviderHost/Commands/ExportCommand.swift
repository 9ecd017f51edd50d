import ArgumentParser
import FileProviderStore
import Glibc

/// `export PATH… DIRECTORY`: the way back of `import`.
struct ExportCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write items of a domain into a directory of this machine.")

  @OptionGroup var domain: DomainOptions
  @Flag(name: .customLong("contents"), help: "What is in the folders, without the folders themselves.")
  var leavesTopOut = false
  @Flag(name: .customLong("force"), help: "Replace what is there.") var forces = false
  @Argument(help: "The items, and last the directory.") var paths: [String]

  var watchesSignals: Bool { true }

  func validate() throws {
    guard paths.count >= 2 else { throw ValidationError("export wants what to export and a directory") }
  }

  func run() throws {
    let selection = try DomainSelection(domain, paths: Array(paths.dropLast()))
    let target = paths[paths.count - 1]
    let bytes = CommandArguments.systemPath(target)
    guard mkdir(bytes, 0o777) == 0 || errno == EEXIST else { throw CommandFailure(target, System.reason()) }
    let directory = open(bytes, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw CommandFailure(target, System.reason()) }
    defer { close(directory) }
    let export = ItemExport(store: selection.store, replaces: forces)
    try PathByPath.run(selection.paths) { path in
      let reader = try selection.store.makeReader()
      let item = try reader.item(at: path)
      if leavesTopOut || path.isRoot {
        guard item.isFolder else { throw CommandFailure(path.given, "--contents wants a folder", status: .usage) }
        try export.children(of: item.id, reader, into: directory, path.path)
      } else if let record = try reader.record(item.id) {
        try export.item(record, reader, into: directory, path.path)
      }
    }
    if export.leftOut > 0 { throw CommandEnd(status: .failed) }
  }
}
