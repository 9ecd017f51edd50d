extension ChangeStatement {
  var sql: String {
    switch self {
    case .insertItem:
      """
      INSERT INTO items(id, parent, kind, mode, uid, gid, size, mtime, ctime, atime, birthtime, flags, content, \
      subfolders, entered, changed, name) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    case .updateItemOfOldVersion:
      """
      UPDATE items SET mode = ?, uid = ?, gid = ?, size = ?, mtime = ?, ctime = ?, atime = ?, birthtime = ?, flags = ?,
        content = ?, changed = ?
      WHERE parent = ? AND id = ?
      """
    case .updateItem:
      """
      UPDATE items SET mode = ?, uid = ?, gid = ?, size = ?, mtime = ?, ctime = ?, atime = ?, birthtime = ?, flags = ?,
        content = ?, changed = ?, blocks = ?
      WHERE parent = ? AND id = ?
      """
    case .noteBlocks:
      """
      UPDATE items SET blocks = ?1
      WHERE parent = ?2 AND id = ?3 AND changed = ?4 AND content = ?5 AND flags & 32
        AND NOT EXISTS (SELECT 1 FROM writers WHERE item = ?3)
      """
    case .forgetBlocks: "UPDATE items SET blocks = NULL WHERE blocks IS NOT NULL"
    case .touchFolder: "UPDATE items SET mtime = ?, ctime = ?, subfolders = ? WHERE parent = ? AND id = ?"
    case .countSubfolder: "UPDATE items SET subfolders = subfolders + ? WHERE id = ?"
    case .renameItem: "UPDATE items SET name = ?, ctime = ?, changed = ?, flags = ? WHERE parent = ? AND id = ?"
    case .moveItem:
      """
      UPDATE items SET name = ?, ctime = ?, changed = ?, flags = ?, parent = ?7, entered = ?8
      WHERE parent = ?5 AND id = ?6
      """
    case .deleteItem: "DELETE FROM items WHERE parent = ? AND id = ?"
    case .setTarget: "INSERT OR REPLACE INTO targets(item, target) VALUES (?, ?)"
    case .updateTarget: "UPDATE targets SET target = ? WHERE item = ?"
    case .deleteTarget: "DELETE FROM targets WHERE item = ?"
    case .setExtendedAttribute: "INSERT OR REPLACE INTO xattrs(item, name, value) VALUES (?, ?, ?)"
    case .deleteExtendedAttribute: "DELETE FROM xattrs WHERE item = ? AND name = ? RETURNING 1"
    case .deleteExtendedAttributes: "DELETE FROM xattrs WHERE item = ?"
    case .insertDevice: "INSERT INTO devices(item, number) VALUES (?, ?)"
    case .deleteDevice: "DELETE FROM devices WHERE item = ?"
    case .setMembership:
      """
      INSERT INTO members(item, entered, last_used, tags, favorite, pinned, shared, trashed, suspended)
      VALUES (?1, coalesce(?2, 0), ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT(item) DO UPDATE SET entered = coalesce(?2, entered), last_used = ?3, tags = ?4, favorite = ?5,
        pinned = ?6, shared = ?7, trashed = ?8, suspended = ?9
      """
    case .deleteMembership: "DELETE FROM members WHERE item = ?"
    case .insertMemberFolder:
      "INSERT OR IGNORE INTO member_folders(item, parent) SELECT id, parent FROM items WHERE id = ? RETURNING parent"
    case .moveMemberFolder: "UPDATE member_folders SET parent = ? WHERE item = ? RETURNING 1"
    case .deleteMemberFolder: "DELETE FROM member_folders WHERE item = ?"
    case .setTrashEntry:
      """
      INSERT OR REPLACE INTO trash(item, original_parent, original_name, original_path, date, uid)
      VALUES (?, ?, ?, ?, ?, ?)
      """
    case .deleteTrashEntry: "DELETE FROM trash WHERE item = ?"
    case .insertWriter: "INSERT OR IGNORE INTO writers(item, session) VALUES (?, ?)"
    case .deleteWriter: "DELETE FROM writers WHERE item = ? AND session = ?"
    case .deleteWriters: "DELETE FROM writers"
    case .closeWriter: "UPDATE OR REPLACE writers SET session = 'closed' WHERE item = ? AND session = ?"
    case .deleteMarksOfOldVersion: "DELETE FROM writers WHERE item = ? AND session IN (?, 'closed', 'fetched')"
    case .unmarkContents:
      """
      DELETE FROM writers WHERE item = ?1
        AND EXISTS (SELECT 1 FROM items WHERE id = ?1 AND changed = ?2 AND content IS ?3)
        AND NOT EXISTS (SELECT 1 FROM writers WHERE item = ?1 AND session NOT IN ('closed', 'fetched'))
      RETURNING 1
      """
    case .deleteMarks: "DELETE FROM writers WHERE item = ? AND session IN (?, 'closed', 'changed', 'fetched')"
    case .unmarkSynchronized:
      """
      DELETE FROM writers WHERE item = ?1
        AND EXISTS (SELECT 1 FROM items WHERE id = ?1 AND changed = ?2 AND content IS ?3)
        AND NOT EXISTS (SELECT 1 FROM writers WHERE item = ?1 AND session NOT IN ('closed', 'changed', 'fetched'))
      RETURNING 1
      """
    case .noteChanged:
      """
      INSERT INTO writers(item, session) SELECT ?1, 'changed' WHERE NOT EXISTS (SELECT 1 FROM writers WHERE item = ?1)
      """
    case .noteOnDisk:
      """
      INSERT OR IGNORE INTO writers(item, session) SELECT ?1, 'changed'
      WHERE EXISTS (SELECT 1 FROM writers WHERE item = ?1)
      """
    case .forgetOnDisk: "DELETE FROM writers WHERE item = ? AND session = 'changed'"
    case .deleteWritersOfNobody:
      "DELETE FROM writers WHERE item = ?1 AND NOT EXISTS (SELECT 1 FROM items WHERE id = ?1)"
    case .loseWriters:
      """
      UPDATE OR REPLACE writers SET session = CASE session WHEN 'fetched' THEN 'lost fetched' ELSE 'lost' END
      WHERE session NOT IN ('lost', 'lost fetched')
      """
    case .deleteLostWriters: "DELETE FROM writers WHERE item = ? AND session IN ('lost', 'lost fetched')"
    case .keepReplacedContent: "INSERT INTO replaced_contents(item, content, size, mtime) VALUES (?, ?, ?, ?)"
    case .takeReplacedContent: "DELETE FROM replaced_contents WHERE item = ? RETURNING content, size, mtime"
    case .discardContent: "INSERT OR IGNORE INTO discarded_contents(content) VALUES (?)"
    case .forgetDiscarded: "DELETE FROM discarded_contents WHERE content = ?"
    case .forgetAllDiscarded: "DELETE FROM discarded_contents"
    case .loseContents:
      """
      UPDATE OR REPLACE writers SET session = CASE session WHEN 'fetched' THEN 'lost fetched' ELSE 'lost' END
      WHERE item = ? AND session IN ('closed', 'changed', 'fetched')
      """
    case .loseMarksOfOldVersion:
      """
      UPDATE OR REPLACE writers SET session = CASE session WHEN 'fetched' THEN 'lost fetched' ELSE 'lost' END
      WHERE session NOT IN ('lost', 'lost fetched', 'changed')
      """
    case .loseMarks:
      """
      UPDATE OR REPLACE writers
      SET session = CASE session WHEN 'fetched' THEN 'lost fetched' WHEN 'closed' THEN 'lost' ELSE 'lost written' END
      WHERE session NOT IN ('lost', 'lost fetched', 'lost written', 'changed')
      """
    case .loseMarksOf:
      """
      UPDATE OR REPLACE writers SET session = CASE session WHEN 'fetched' THEN 'lost fetched' ELSE 'lost' END
      WHERE item = ? AND session IN ('closed', 'fetched')
      """
    case .deleteLostMarksOfOldVersion:
      "DELETE FROM writers WHERE item = ? AND session IN ('lost', 'lost fetched', 'changed')"
    case .deleteLostMarks:
      "DELETE FROM writers WHERE item = ? AND session IN ('lost', 'lost fetched', 'lost written', 'changed')"
    case .setPartial: "INSERT INTO partial_contents(item, content, size, version) VALUES (?, ?, ?, ?)"
    case .takePartial: "DELETE FROM partial_contents WHERE item = ? RETURNING content"
    case .deleteRanges: "DELETE FROM partial_ranges WHERE item = ?"
    case .takeRanges: "DELETE FROM partial_ranges WHERE item = ? AND start <= ? AND end >= ? RETURNING start, end"
    case .insertRange: "INSERT INTO partial_ranges(item, start, end) VALUES (?, ?, ?)"
    case .keepFormer:
      """
      INSERT OR REPLACE INTO former_contents(item, content, content_version, metadata_version, boot) \
      VALUES (?, ?, ?, ?, ?)
      """
    case .takeFormer: "DELETE FROM former_contents WHERE item = ? RETURNING content"
    case .insertSmall: "INSERT OR IGNORE INTO small_contents(content, bytes) VALUES (?, ?) RETURNING 1"
    case .deleteSmall: "DELETE FROM small_contents WHERE content = ?"
    case .setChecksum:
      "INSERT OR REPLACE INTO checksums(item, content, generation, size, sums) VALUES (?, ?, ?, ?, ?)"
    case .deleteChecksum: "DELETE FROM checksums WHERE item = ?"
    case .deleteChecksums: "DELETE FROM checksums"
    case .deleteChecksumsOfNobody:
      "DELETE FROM checksums WHERE item > ? AND item <= ? AND NOT EXISTS (SELECT 1 FROM items WHERE id = item)"
    case .appendLogRow:
      """
      INSERT INTO log(
        generation, item, event, kind, fields, parent, before_parent, before_name, membership, previous, author,
        origin, time)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    case .appendLogRowOfOther:
      """
      INSERT INTO log(
        generation, item, event, kind, fields, parent, before_parent, before_name, membership, previous, author,
        origin, time, writer)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    case .appendGap:
      """
      INSERT INTO log(generation, item, event, kind, fields, parent, membership, previous, author, origin, time)
      VALUES (?, 0, 4, 0, 0, 0, 0, ?, 0, ?, ?)
      """
    case .pruneGenerations: "DELETE FROM log WHERE generation <= min(?, (SELECT min(generation) FROM log) + 8192)"
    // A limited number of rows, so that no commit is slow. Rows are counted, because generations have gaps.
    case .pruneRows:
      """
      DELETE FROM log WHERE generation
        <= min(?, (SELECT max(generation) FROM (SELECT generation FROM log ORDER BY generation LIMIT 8192)))
      """
    case .insertAuthor: "INSERT OR IGNORE INTO authors(name) VALUES (?)"
    case .setSetting: "INSERT OR REPLACE INTO settings(key, value) VALUES (?, ?)"
    case .deleteSetting: "DELETE FROM settings WHERE key = ?"
    case .setProvided:
      """
      INSERT OR REPLACE INTO provided(item, identifier, filename, content_version, metadata_version, content_type, \
      capabilities) VALUES (?, ?, ?, ?, ?, ?, ?)
      """
    // An identifier that another item has is an error: nothing but `loseIdentifier` and `forgetProvided` takes it from that.
    case .putSynced:
      """
      INSERT INTO synced(item, identifier, filename, content_version, metadata_version, content_type, capabilities) \
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(item) DO UPDATE SET identifier = excluded.identifier, filename = excluded.filename, \
      content_version = excluded.content_version, metadata_version = excluded.metadata_version, \
      content_type = excluded.content_type, capabilities = excluded.capabilities
      """
    case .setSyncedFields:
      """
      UPDATE synced SET generation = ?2, parent = ?3, name = ?4, kind = ?5, mode = ?6, mtime = ?7, birthtime = ?8, size = ?9, \
      last_used = ?10, tags = ?11, favorite = ?12, xattrs = ?13, target = ?14 WHERE item = ?1 RETURNING 1
      """
    case .insertSynced:
      """
      INSERT INTO synced(item, identifier, filename, content_version, metadata_version, content_type, capabilities, \
      generation, parent, name, kind, mode, mtime, birthtime, size, last_used, tags, favorite, xattrs, target) \
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    case .deleteSynced: "DELETE FROM synced WHERE item = ?"
    case .transferSynced: "UPDATE synced SET item = ?2 WHERE item = ?1"
    case .putProvided:
      """
      INSERT INTO provided(item, identifier, filename, content_version, metadata_version, content_type, \
      capabilities) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(item) DO UPDATE SET identifier = excluded.identifier, filename = excluded.filename, \
      content_version = excluded.content_version, metadata_version = excluded.metadata_version, \
      content_type = excluded.content_type, capabilities = excluded.capabilities
      """
    case .deleteProvided: "DELETE FROM provided WHERE item = ?"
    case .setContentPolicy: "INSERT OR REPLACE INTO content_policies(item, policy) VALUES (?, ?)"
    case .deleteContentPolicy: "DELETE FROM content_policies WHERE item = ?"
    case .transferContentPolicy: "UPDATE OR REPLACE content_policies SET item = ?2 WHERE item = ?1"
    case .setListing: "INSERT OR REPLACE INTO listings(item, page, pass, complete) VALUES (?, ?, ?, ?)"
    case .setListingPageOfOldVersion: "UPDATE listings SET page = ? WHERE item = ?"
    case .setListingPage: "UPDATE listings SET page = ?, asked = ? WHERE item = ?"
    case .deleteListing: "DELETE FROM listings WHERE item = ?"
    case .expireListingOfOldVersion: "UPDATE listings SET complete = 0, page = NULL WHERE item = ?"
    case .expireListingsOfOldVersion: "UPDATE listings SET complete = 0, page = NULL WHERE item != 0"
    case .expireListings: "UPDATE listings SET complete = 0, page = NULL, pass = -1 WHERE item != 0"
    case .insertListed: "INSERT OR IGNORE INTO listed(container, item) VALUES (?, ?)"
    case .deleteListed:
      """
      DELETE FROM listed WHERE container = ?1
        AND item IN (SELECT item FROM listed WHERE container = ?1 ORDER BY item LIMIT ?2) RETURNING 1
      """
    case .touchListedFolder: "UPDATE items SET mtime = mtime + 1, ctime = max(?1, ctime + 1) WHERE id = ?2"
    case .setPending:
      """
      INSERT OR REPLACE INTO pending(item, fields, sent, kept, state, options, told, first, newest, since, noted, due, attempts, \
      old_parent, old_name, error_domain, error_code, error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    case .putPending:
      """
      INSERT OR REPLACE INTO pending(item, fields, sent, kept, state, options, told, first, newest, since, noted, due, attempts, \
      old_parent, old_name, error_domain, error_code, error, waits_for) \
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    case .deletePending: "DELETE FROM pending WHERE item = ?"
    case .setAgreed:
      """
      INSERT OR REPLACE INTO agreed(item, generation, parent, name, kind, mode, mtime, birthtime, size, last_used, tags, \
      favorite, xattrs, target) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    case .deleteAgreed: "DELETE FROM agreed WHERE item = ?"
    case .transferProvided: "UPDATE OR REPLACE provided SET item = ?2 WHERE item = ?1"
    case .transferAgreed: "UPDATE OR REPLACE agreed SET item = ?2 WHERE item = ?1"
    case .transferPending: "UPDATE OR REPLACE pending SET item = ?2 WHERE item = ?1"
    // Of another run of the machine are moments that lie further ahead than anybody waits.
    case .promotePending: "UPDATE pending SET state = 0, due = 0 WHERE state = 2 AND (due <= ?1 OR due > ?2)"
    case .promoteSomePending:
      """
      UPDATE pending SET state = 0, due = 0 WHERE item IN (
        SELECT item FROM pending WHERE state = 2 AND (due <= ?1 OR due > ?2) LIMIT ?3)
      """
    case .releasePending:
      "UPDATE pending SET state = 0, due = 0 WHERE state = 3 OR state = 2 AND (error_domain IS NOT NULL OR ?1)"
    case .releaseRefused:
      """
      UPDATE pending SET state = CASE state WHEN 1 THEN 1 ELSE 0 END, due = 0, options = options & ~32
      WHERE state = 3 OR state = 2 AND (error_domain IS NOT NULL OR ?1) OR options & 32 <> 0
      """
    case .releaseAllLocal:
      "UPDATE pending SET state = 0, due = 0, fields = fields | kept, kept = 0 WHERE state = 4"
    case .releaseExcluded:
      """
      UPDATE pending SET state = 0, due = 0, fields = fields | kept, kept = 0
      WHERE state = 4 AND (kept = 0 OR kept & ~\(ChangedFields.owner.rawValue) <> 0)
      """
    case .releaseQuestions: "UPDATE pending SET state = 0, due = 0 WHERE state = 2 AND told <> 0"
    case .releaseInFolder:
      """
      UPDATE pending SET state = 0, due = 0 WHERE state = 2 AND error_domain IS NULL AND due > ?2
        AND item IN (SELECT id FROM items WHERE parent = ?1)
      """
    case .releaseFromFolder: "UPDATE pending SET due = 0, waits_for = NULL WHERE waits_for = ?"
    case .releaseLocal: "UPDATE pending SET state = 0, due = 0 WHERE state = 4"
    case .endCalls:
      """
      UPDATE pending SET fields = fields | sent, sent = 0, state = 0, due = 0, options = options | 1
      WHERE state = 1 OR sent != 0
      """
    case .expectExisting: "UPDATE pending SET options = options | 1"
    case .hold:
      """
      INSERT INTO held(item, state, since) VALUES (?, ?, ?)
      ON CONFLICT(item) DO UPDATE SET state = max(state, excluded.state)
      """
    case .release: "DELETE FROM held WHERE item = ?"
    case .transferHeld: "UPDATE OR REPLACE held SET item = ?2 WHERE item = ?1"
    case .setHeld: "UPDATE held SET state = ?1 WHERE item = ?2"
    case .decideHeld: "UPDATE held SET state = ?1 WHERE state = ?2"
    case .noteRemoval: "INSERT OR REPLACE INTO removals(item, time, items) VALUES (?, ?, ?)"
    case .pruneRemovals: "DELETE FROM removals WHERE time <= ?"
    case .keepRemoved:
      "INSERT INTO removed_documents(item, time, path, mode, mtime, size, content, target) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    case .takeRemoved: "DELETE FROM removed_documents WHERE item = ? RETURNING item"
    case .noteSuccessor: "INSERT OR IGNORE INTO successors(identifier) VALUES (?)"
    case .forgetSuccessors: "DELETE FROM successors WHERE identifier IN (SELECT identifier FROM successors LIMIT ?)"
    case .keepCreationOfOldVersion:
      "INSERT OR REPLACE INTO sent_creations(item, kind, size, parent, filename, target) VALUES (?, ?, ?, ?, ?, ?)"
    case .endCreationOfOldVersion: "DELETE FROM sent_creations WHERE item = ?"
    case .noteStaleOfOldVersion: "INSERT OR REPLACE INTO stale_identifiers(identifier, stamp) VALUES (?, ?)"
    case .endStaleOfOldVersion: "DELETE FROM stale_identifiers WHERE identifier = ?"
    case .noteStale:
      """
      INSERT INTO observed(identifier, stale) VALUES (?, ?)
      ON CONFLICT(identifier) DO UPDATE SET stale = excluded.stale
      """
    case .endStale: "UPDATE observed SET stale = NULL WHERE identifier = ?"
    case .noteChangeOf:
      """
      INSERT INTO observed(identifier, changed) VALUES (?, ?)
      ON CONFLICT(identifier) DO UPDATE SET changed = excluded.changed
      """
    case .noteAnswerOf:
      """
      INSERT INTO observed(identifier, answered) VALUES (?, ?)
      ON CONFLICT(identifier) DO UPDATE SET answered = excluded.answered
      """
    case .noteMissing:
      "INSERT INTO observed(identifier, missing) VALUES (?, 1) ON CONFLICT(identifier) DO UPDATE SET missing = 1"
    case .forgetMissing: "UPDATE observed SET missing = 0 WHERE missing != 0"
    case .forgetObserved:
      "DELETE FROM observed WHERE stale IS NULL AND missing = 0 AND gone = 0 AND changed < ?1 AND answered < ?1"
    case .forgetUnobserved:
      """
      DELETE FROM observed
      WHERE identifier = ? AND stale IS NULL AND missing = 0 AND gone = 0 AND changed = 0 AND answered = 0
      """
    case .noteSeeminglyGone:
      "INSERT INTO observed(identifier, gone) VALUES (?, 1) ON CONFLICT(identifier) DO UPDATE SET gone = 1"
    case .noteSeeminglyGoneBeforePull: "UPDATE observed SET gone = 2 WHERE gone != 0"
    case .makeSeeminglyGoneStale: "UPDATE observed SET gone = 0, stale = ? WHERE gone != 0 AND gone = 2"
    case .makeSeeminglyGoneStaleOfOldVersion: "UPDATE observed SET gone = 0, stale = ? WHERE gone != 0"
    case .restartListings: "UPDATE listings SET page = NULL, pass = -1 WHERE complete = 0 AND page IS NOT NULL"
    case .noteRenumbered: "INSERT OR IGNORE INTO renumbered_folders(item) VALUES (?)"
    case .endRenumbering: "DELETE FROM renumbered_folders WHERE item = ?"
    case .expectCreationOfOldVersion: "INSERT OR IGNORE INTO expected_creations(second, item) VALUES (?, ?)"
    case .endExpectationOfOldVersion: "DELETE FROM expected_creations WHERE second = ? AND item = ?"
    case .noteSentContentsOfOldVersion: "INSERT OR REPLACE INTO sent_contents(item, owner) VALUES (?, ?)"
    case .endSentContentsOfOldVersion: "DELETE FROM sent_contents WHERE item = ?"
    case .noteNumberedName: "INSERT OR IGNORE INTO numbered_names(parent, item) VALUES (?, ?)"
    case .endNumberedName: "DELETE FROM numbered_names WHERE parent = ? AND item = ?"
    case .noteSentPlaceOfOldVersion: "INSERT OR REPLACE INTO sent_places(item, parent, name) VALUES (?, ?, ?)"
    case .forgetOldSentPlacesOfOldVersion:
      """
      DELETE FROM sent_places WHERE item = ?1
        AND number NOT IN (SELECT number FROM sent_places WHERE item = ?1 ORDER BY number DESC LIMIT 8)
      """
    case .endSentPlacesOfOldVersion: "DELETE FROM sent_places WHERE item = ?"
    case .transferSentPlacesOfOldVersion: "UPDATE OR REPLACE sent_places SET item = ?2 WHERE item = ?1"
    case .holdBackOfOldVersion: "INSERT OR REPLACE INTO held_back(item, identifier) VALUES (?, ?)"
    case .takeHeldBackOfOldVersion: "DELETE FROM held_back WHERE item = ? RETURNING identifier"
    case .transferHeldBackOfOldVersion: "UPDATE OR REPLACE held_back SET item = ?2 WHERE item = ?1"
    case .keepCreationOfPlaces:
      """
      INSERT OR REPLACE INTO calls(operation, item, kind, size, folder, filename, target) VALUES (1, ?, ?, ?, ?, ?, ?)
      """
    case .endCreationOfPlaces: "DELETE FROM calls WHERE operation = 1 AND item = ?"
    case .noteSentPlaceOfPlaces:
      """
      INSERT OR REPLACE INTO calls(operation, item, parent, name, identifier) VALUES (2, ?1, ?2, ?3,
        (SELECT identifier FROM calls WHERE operation = 2 AND item = ?1 AND identifier IS NOT NULL LIMIT 1))
      """
    case .forgetOldSentPlacesOfPlaces:
      """
      DELETE FROM calls WHERE operation = 2 AND item = ?1
        AND number NOT IN (SELECT number FROM calls WHERE operation = 2 AND item = ?1 ORDER BY number DESC LIMIT 8)
      """
    case .endSentPlacesOfPlaces: "DELETE FROM calls WHERE operation = 2 AND item = ?"
    case .transferSentPlacesOfPlaces: "UPDATE OR REPLACE calls SET item = ?2 WHERE operation = 2 AND item = ?1"
    case .holdBack: "UPDATE calls SET identifier = ?2 WHERE operation = 2 AND item = ?1"
    case .noteSentContents: "INSERT OR REPLACE INTO calls(operation, item, owner) VALUES (3, ?, ?)"
    case .endSentContents: "DELETE FROM calls WHERE operation = 3 AND item = ?"
    case .expectCreation: "INSERT OR IGNORE INTO calls(operation, second, item) VALUES (4, ?, ?)"
    case .endExpectation: "DELETE FROM calls WHERE operation = 4 AND second = ? AND item = ?"
    case .beginCall:
      """
      INSERT INTO calls(operation, item, parent, name, second, kind, size, folder, filename, target, under_way, fields, base, \
      content_version, metadata_version, content, began, identifier)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 1, ?11, ?12, ?13, ?14, ?15, ?16,
        (SELECT identifier FROM calls WHERE ?1 = 2 AND operation = 2 AND item = ?2 AND identifier IS NOT NULL LIMIT 1))
      RETURNING number
      """
    case .endCall: "UPDATE calls SET under_way = 0 WHERE number = ?"
    case .endCallsUnderWay: "UPDATE calls SET under_way = 0 WHERE under_way"
    case .forgetCall: "DELETE FROM calls WHERE number = ?"
    case .forgetCalls: "DELETE FROM calls WHERE operation IN (1, 2, 5, 6) AND item = ?"
    case .forgetOldCalls:
      """
      DELETE FROM calls WHERE operation = ?1 AND item = ?2
        AND number NOT IN (SELECT number FROM calls WHERE operation = ?1 AND item = ?2 ORDER BY number DESC LIMIT ?3)
      """
    case .forgetEndedMoves: "DELETE FROM calls WHERE operation = 2 AND item = ? AND NOT under_way"
    case .transferCalls: "UPDATE calls SET item = ?2 WHERE operation IN (2, 5, 6) AND item = ?1"
    case .noteSentSize: "UPDATE calls SET size = ?2 WHERE number = ?1"
    case .endPendingCalls:
      """
      UPDATE pending SET fields = fields | sent, sent = 0, state = 0, due = 0, told = 1,
        options = options | EXISTS (SELECT 1 FROM calls WHERE item = pending.item AND under_way)
      WHERE state = 1
      """
    case .forgetRemovals: "DELETE FROM removals"
    case .forgetClaims:
      "DELETE FROM settings WHERE key IN (SELECT key FROM settings WHERE key > ? AND key < ? LIMIT ?)"
    case .endUnconfirmedCalls:
      """
      UPDATE pending SET fields = fields | sent, sent = 0, state = 0, due = 0, options = options | 1, told = 1
      WHERE state = 1 OR sent != 0
      """
    case .expectExistingItems: "UPDATE pending SET options = options | 1, told = 1 WHERE state != 4"
    case .forgetMoments:
      "UPDATE pending SET noted = min(noted, ?1), due = 0, state = CASE state WHEN 2 THEN 0 ELSE state END"
    }
  }
}
