import FileProviderStore

/// Questions that synchronize a domain with its provider.
extension Client {
  /// - Returns: False for another question.
  /// - Throws: When it is no whole one.
  func answerCatchUp(_ frame: Frame) throws(ProtocolError) -> Bool {
    switch frame.kind {
    case .catchUp:
      let question = try CatchUpQuestion(frame.payload)
      service.catchUp(listing: question.container) { [connection] result in
        guard question.waits else { return }
        connection.send(Self.frame(frame.number, result.map { $0.payload }))
      }
      if !question.waits {
        connection.send(Frame(.done, frame.number, SynchronizationOutcome([SynchronizationOutcome.Failure]()).payload))
      }
    case .opened:
      let note = try OpeningNote(frame.payload)
      service.noteOpening(of: note.folder, refreshAfter: note.age)
    default: return false
    }
    return true
  }
}
