/// An identifier that is known to be gone, so that no older or cached page brings it back.
package struct Tombstone: Hashable, Sendable {
  package var moment: Moment
  package var version: Version?

  package init(moment: Moment, version: Version?) {
    self.moment = moment
    self.version = version
  }
}
