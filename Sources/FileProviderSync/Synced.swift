/// The state of an item in which both sides last were equal.
package struct Synced: Hashable, Sendable {
  /// Nil while void: a folder above got another identifier, which with paths names all that is below it anew.
  package var identifier: Identifier?
  package var place: Place
  package var kind: Kind
  package var version: Version
  /// The bytes of this version, where they are known.
  package var contents: Contents?
  package var fields: Fields
  /// The question, or the call, whose answer changed this row last, or confirmed it.
  package var moment: Moment
  /// The version before this one: a cache that lags may still report it.
  package var replaced: Version?
  /// A folder whose children have to be listed, by a listing asked for after this.
  package var wantsListing: Moment?
  /// When the last complete listing of this folder was asked for.
  package var listed = Moment.zero
  /// The complete listing before that. What two listings lack is believed to be absent.
  package var listedBefore = Moment.zero
  /// How many listings in a row lacked an item whose identifier is void. Two are believed.
  package var absences = 0

  package init(
    identifier: Identifier?, place: Place, kind: Kind, version: Version, contents: Contents? = nil,
    fields: Fields = Fields(), moment: Moment
  ) {
    self.identifier = identifier
    self.place = place
    self.kind = kind
    self.version = version
    self.contents = contents
    self.fields = fields
    self.moment = moment
  }
}
