import CSystemCalls
import Glibc
import TestSupport

extension CutWriter {
  /// One thing that programs do, of several calls.
  func act() {
    let documents = tree.documents.filter { !$0.hasPrefix(".Trash/") }
    let folders = tree.folders.filter { !$0.hasPrefix(".Trash/") }
    switch generator.below(30) {
    case 0..<4: writeNew(freePath(folders))
    case 4..<8: if let path = random(documents) { append(path) }
    case 8..<10: if let path = random(documents) { overwrite(path) }
    case 10..<15: saveByRename(random(documents) ?? freePath(folders))
    case 15..<18: if let path = random(documents) { rewrite(path) }
    case 18:
      let path = "d\(newVersion())"
      if folders.count < 5, make(.makeDirectory(path), { Int(mkdir(at(path), 0o755)) }) != nil { noteNumber(path) }
    case 19:
      if let path = random(folders.filter { tree.isEmpty($0) }) {
        make(.removeDirectory(path)) { Int(rmdir(at(path))) }
      }
    case 20: if let path = random(folders) { rename(path, "d\(newVersion())") }
    case 21: if let path = random(documents) { rename(path, freePath(folders)) }
    case 22: if documents.count > 5, let path = random(documents) { make(.unlink(path)) { Int(unlink(at(path))) } }
    case 23: if hasTrash, let path = random(documents) { trash(path) }
    case 24: useTrash(freePath(folders))
    case 25: if let path = random(documents + folders) { setAttribute(path) }
    case 26:
      if let path = random(documents + folders) {
        let mode = generator.pick([0o755, 0o750, 0o700] as [UInt32])
        make(.setMode(path, mode)) { Int(chmod(at(path), mode)) }
      }
    case 27:
      let (path, target) = (freePath(folders), "to-\(newVersion())")
      make(.symlink(path, target: target)) { Int(Glibc.symlink(target, at(path))) }
    default: synchronizeFolder(random(folders) ?? "")
    }
  }

  private func random(_ paths: [String]) -> String? { paths.isEmpty ? nil : generator.pick(paths) }

  /// A path that nothing has.
  private func freePath(_ folders: [String]) -> String {
    let name = "f\(newVersion())"
    return folders.isEmpty || generator.oneIn(2) ? name : "\(generator.pick(folders))/\(name)"
  }

  /// Mostly small, as documents are; sometimes longer than what one request writes.
  private func size() -> Int {
    switch generator.below(10) {
    case 0..<4: 1 + generator.below(700)
    case 4..<8: 1 + generator.below(20_000)
    case 8: 4096 * (1 + generator.below(4))
    default: 1 + generator.below(300_000)
    }
  }

  private func synchronizeSometimes(_ path: String, _ descriptor: Int32, oneIn count: Int = 3) {
    if generator.oneIn(count) { synchronize(path, descriptor, dataOnly: generator.oneIn(3)) }
  }

  private func writeNew(_ path: String) {
    guard let descriptor = create(path) else { return }
    for _ in 0..<generator.below(3) { write(path, descriptor, count: size(), at: nil) }
    synchronizeSometimes(path, descriptor)
    close(descriptor)
    if generator.oneIn(4) { synchronizeFolder(CutTree.parent(path)) }
  }

  private func append(_ path: String) {
    guard let descriptor = open(path, O_WRONLY | O_APPEND) else { return }
    for _ in 0...generator.below(3) { write(path, descriptor, count: 1 + generator.below(900), at: nil) }
    synchronizeSometimes(path, descriptor)
    close(descriptor)
  }

  private func overwrite(_ path: String) {
    guard let descriptor = open(path, O_RDWR), let document = tree.document(path) else { return }
    for _ in 0...generator.below(3) {
      let limit = document.current.count + 5_000
      write(path, descriptor, count: 1 + generator.below(3_000), at: generator.below(limit))
      if generator.oneIn(4) { resize(path, descriptor, to: generator.below(limit)) }
    }
    synchronizeSometimes(path, descriptor)
    close(descriptor)
  }

  /// As editors save: a new file takes the place of the old one, synchronized before or not.
  private func saveByRename(_ path: String) {
    let temporary = path + ".tmp"
    guard tree.entries[temporary] == nil, let descriptor = create(temporary) else { return }
    for _ in 0...generator.below(2) { write(temporary, descriptor, count: size(), at: nil) }
    synchronizeSometimes(temporary, descriptor, oneIn: 2)
    close(descriptor)
    rename(temporary, path)
    if generator.oneIn(4) { synchronizeFolder(CutTree.parent(path)) }
  }

  /// As the shell writes: truncated and written anew, perhaps while somebody else has it open.
  private func rewrite(_ path: String) {
    let reader = generator.oneIn(3) ? open(path, O_RDONLY) : nil
    if let descriptor = openTruncating(path) {
      for _ in 0...generator.below(2) { write(path, descriptor, count: size(), at: nil) }
      synchronizeSometimes(path, descriptor)
      close(descriptor)
    }
    if let reader { close(reader) }
  }

  private func setAttribute(_ path: String) {
    let value = "\(newVersion())"
    let bytes = Array(value.utf8)
    make(.setAttribute(path, value)) { Int(lsetxattr(at(path), "user.version", bytes, bytes.count, 0)) }
  }

  private func trash(_ path: String) {
    let name = "\(history.name)-\(newVersion())"
    rename(path, ".Trash/\(name)")
  }

  /// Restores something, or deletes it for good.
  private func useTrash(_ free: String) {
    guard let path = random(tree.documents.filter { $0.hasPrefix(".Trash/") }) else { return }
    if generator.oneIn(2) { rename(path, free) } else { make(.unlink(path)) { Int(unlink(at(path))) } }
  }
}
