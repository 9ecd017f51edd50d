/// The state of an item in which both sides last were equal.
package struct Synced: Hashable, Sendable {
  /// Nil while void: a folder above got another identifier, which with paths names all that is below it anew.
  package var identifier: Identifier?
  /// The identifier that it had before it became void: a call may have put the item there after the folder had left.
  package var former: Identifier?
  package var place: Place
  package var kind: Kind
  package var version: Version
  /// The bytes of this version, where they are known.
  package var contents: Contents?
  /// The target is the one that was here. The provider has not reported that of its link, and has not taken this one in a call.
  package var isTargetAssumed = false
  package var fields: Fields
  /// The question, or the call, whose answer changed this row last, or confirmed it.
  package var moment: Moment
  /// When a call was answered that has made it: with paths, another item may have had its identifier before.
  package var made = Moment.zero
  /// A folder whose children have to be listed, by a listing asked for after this.
  package var wantsListing: Moment?
  /// When the last complete listing of this folder was asked for.
  package var listed = Moment.zero
  /// The complete listing before that. What two listings lack is believed to be absent.
  package var listedBefore = Moment.zero
  /// How many listings in a row lacked an item whose identifier is void. Two are believed.
  package var absences = 0
  /// The place is where a call asked for, and the provider had the item elsewhere by the time of its answer.
  package var isPlaceWished = false
  /// The item seemed gone before its folder was found to have been moved: another may have taken its place since.
  package var isSuspect = false

  /// The provider is known not to have the item any more. What its identifier names by now is something else.
  package var isReleased: Bool { identifier == nil && absences >= 2 }

  /// What an item that is made here, or made anew, has without a download.
  var contentsAtHand: Contents? { kind == .link ? contents : nil }

  /// The contents that the provider is known to have had.
  var provenContents: Contents? { isTargetAssumed ? nil : contents }

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

  /// Whether a statement is about other contents. A link's are compared where its target is reported, and all others by their version.
  package func hasOtherContents(_ statement: Statement) -> Bool {
    statement.target.map { $0 != contents } ?? (statement.version.contents != version.contents)
  }

  /// What a call asked for is synced. The rest of what the provider reports after it is somebody else's.
  mutating func apply(_ place: Place?, _ snapshot: Contents?, _ fields: Fields, _ statement: Statement) {
    if let place { self.place = place }
    if let snapshot {
      contents = snapshot
      isTargetAssumed = false
      version.contents = statement.version.contents
    }
    if statement.fields == fields { self.fields = fields }
    version.metadata = statement.version.metadata
  }
}
