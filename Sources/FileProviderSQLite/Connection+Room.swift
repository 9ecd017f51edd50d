// What is done with the room that a connection's files keep on the disk; see `KeptRoom`.
extension Connection {
  /// Leaves the room in the database and its log from now on.
  ///
  /// - Returns: Whether there is a layer that can do so.
  @discardableResult
  package func keepRoom() -> Bool {
    guard let file else { return false }
    DatabaseFile.keepRoom(file)
    return true
  }

  /// Whether the disk gives room behind the end of a file. If not, none is kept.
  package func canKeepRoom() -> Bool { file.map(DatabaseFile.canKeepRoom) ?? false }

  /// Takes the room, as far as there is some. The connection must have read something, or it has no log yet.
  package func replenishRoom() { if let file { DatabaseFile.replenish(file) } }

  /// Takes again what there was no room for, some time after it was tried last.
  package func replenishRoomIfShort() { if let file { DatabaseFile.replenishIfShort(file) } }

  /// Whether something of the room is missing that a group of changes may need.
  package var isRoomIncomplete: Bool { file.map(DatabaseFile.isRoomIncomplete) ?? true }

  /// Whether there is so little room behind the log's end that it should begin again.
  package var needsCheckpointForRoom: Bool { file.map(DatabaseFile.shouldFold) ?? false }

  /// Says whether the next commits may use the last of the room. They may unless somebody says otherwise.
  package func setMayUseRoom(_ mayUse: Bool) {
    if let file { DatabaseFile.of(file).pointee.room.mayBeUsed = mayUse }
  }

  /// SQLite's own descriptor of the database. Not to be closed.
  package var descriptor: Int32? { file.flatMap(DatabaseFile.descriptor) }
}
