import LinuxSystem

extension ServerProbe {
  /// Finds out whether what is deleted is in the trash bin then, as the same item. What the probe has thrown away is taken out of it again.
  func probeTrash(_ scratch: RemotePath, _ report: inout Report) throws {
    let hasBin = try hasTrashBin(scratch, report)
    report.facts.hasTrashBin = hasBin
    report.add(
      "trash-bin", hasBin, "deleted items go to the server's trash bin, and can be restored from it",
      else: "no trash bin: the domain has no trash")
  }

  private func hasTrashBin(_ scratch: RemotePath, _ report: Report) throws -> Bool {
    let server = server(report)
    guard server.cloudPlace != nil else { return false }
    _ = try put(scratch, .none, report)
    let number = try server.entry(at: scratch, cancellation).cloud?.number
    try server.delete(scratch, .none, cancellation)
    let thrown: [RemoteEntry]
    do { thrown = Array(try server.list(.trash, cancellation).children.values) } catch let error as WebDAVError
      where [403, 404, 405, 410, 501].contains(error.status)
    { return false }
    let ours = thrown.filter { $0.trash?.name?.hasPrefix(String(spelling: scratch.name)) == true }
    for entry in ours { _ = try? server.delete(entry.path, .none, cancellation) }
    return ours.contains { $0.cloud?.number == number }
  }
}
