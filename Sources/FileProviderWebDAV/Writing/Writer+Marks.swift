extension Writer {
  /// What some servers keep beside the contents; `nil` for what stays as it is.
  struct Marks: Sendable {
    var isExecutable: Bool?
    var isFavorite: Bool?
  }

  /// Sets what the server can keep; the rest stays on this machine.
  func setMarks(of entry: RemoteEntry, _ marks: Marks) throws -> RemoteEntry {
    var entry = entry
    var elements = ""
    if session.facts.hasExecutables, let wanted = marks.isExecutable, wanted != entry.isExecutable ?? false {
      elements += "<x:executable xmlns:x=\"http://apache.org/dav/props/\">\(wanted ? "T" : "F")</x:executable>"
      entry.isExecutable = wanted
    }
    if session.facts.isCloud, let wanted = marks.isFavorite, wanted != entry.isFavorite {
      elements += "<x:favorite xmlns:x=\"http://owncloud.org/ns\">\(wanted ? 1 : 0)</x:favorite>"
      entry.cloud?.isFavorite = wanted
    }
    guard !elements.isEmpty else { return entry }
    try server.setProperties(elements, of: entry.path, cancellation)
    tree.endChange([entry.path], entry: entry)
    return entry
  }
}
