package import FileProviderDomains

extension MountStatus {
  /// The status of a mount that does not answer.
  package init(silent note: MountRegistry.Note, state: State) {
    self.init(
      domain: note.domain, mountpoint: note.mountpoint, pid: Int(note.process), since: MountRegistry.since(note),
      live: Live(), openFiles: 0, residentBytes: 0, requests: [], state: state)
  }
}
