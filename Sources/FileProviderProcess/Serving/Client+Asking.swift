/// Questions for the provider itself: what it finds, and its small pictures, and the alerts that it leaves out.
extension Client {
  /// - Returns: False for another question.
  /// - Throws: When it is no whole one.
  func askProvider(_ frame: Frame) throws(ProtocolError) -> Bool {
    switch frame.kind {
    case .search:
      let question = try SearchQuestion(frame.payload)
      try open(frame.number)
      service.search(question) { [self] in answer(frame.number, $0.map(\.payload)) }
    case .makeThumbnails:
      let question = try ThumbnailQuestion(frame.payload)
      try open(frame.number)
      service.makeThumbnails(question) { [self] in answer(frame.number, $0.map(\.payload)) }
    case .interaction:
      let question = try InteractionQuestion(frame.payload)
      try open(frame.number)
      service.askAboutInteraction(question) { [self] in answer(frame.number, $0.map(\.payload)) }
    case .thumbnailsWanted: service.noteThumbnailsWanted(try ThumbnailQuestion(frame.payload))
    default: return false
    }
    return true
  }
}
