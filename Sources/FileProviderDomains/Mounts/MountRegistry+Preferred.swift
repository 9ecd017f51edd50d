extension MountRegistry {
  /// The mount of a domain through which its items are shown and opened: the newest that can be written to, or else the newest.
  ///
  /// - Parameter store: The folder of the domain's store. Another store may have a domain of the same name.
  package static func preferred(of domain: DomainName, store: String) -> Note? {
    let mounts = notes().filter { $0.store == nil ? $0.domain == domain.string : $0.isOf(store) }
    return preferred(among: mounts.map { ($0, since($0)) })
  }

  static func preferred(among mounts: [(note: Note, since: Int64)]) -> Note? {
    let writable = mounts.filter { !$0.note.isReadOnly }
    return (writable.isEmpty ? mounts : writable).max { $0.since < $1.since }?.note
  }
}
