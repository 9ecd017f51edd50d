import Testing

@testable import FileProviderStore

/// Redo logs of every version keep their meaning.
@Suite struct ChangeStatementTests {
  /// A redo log names statements by their numbers, and another version of the program may have written it: a number, once given, means the same
  /// statement with the same text for ever. A statement that has to be another one gets a new number, and a row here.
  @Test func `each number means what it has always meant`() throws {
    for (number, text) in Self.texts {
      let statement = try #require(ChangeStatement(rawValue: number), "number \(number) is gone")
      #expect(Self.words(of: statement.sql) == Self.words(of: text), "number \(number) means something else")
    }
    #expect(Set(Self.texts.keys) == Set(ChangeStatement.allCases.map(\.rawValue)))
  }

  /// How a text is broken into lines means nothing.
  private static func words(of text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

  private static let texts: [UInt16: String] = [
    1: """
    INSERT INTO items(id, parent, kind, mode, uid, gid, size, mtime, ctime, atime, birthtime, flags, content, subfolders, entered,
    changed, name) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """,
    2: """
    UPDATE items SET mode = ?, uid = ?, gid = ?, size = ?, mtime = ?, ctime = ?, atime = ?, birthtime = ?, flags = ?, content = ?,
    changed = ? WHERE parent = ? AND id = ?
    """,
    400: """
    UPDATE items SET mode = ?, uid = ?, gid = ?, size = ?, mtime = ?, ctime = ?, atime = ?, birthtime = ?, flags = ?, content = ?,
    changed = ?, blocks = ? WHERE parent = ? AND id = ?
    """,
    401: """
    UPDATE items SET blocks = ?1 WHERE parent = ?2 AND id = ?3 AND changed = ?4 AND content = ?5 AND flags & 32 AND NOT EXISTS
    (SELECT 1 FROM writers WHERE item = ?3)
    """,
    431: "INSERT OR IGNORE INTO small_contents(content, bytes) VALUES (?, ?) RETURNING 1",
    432: "DELETE FROM small_contents WHERE content = ?",
    433: "UPDATE observed SET gone = 2 WHERE gone != 0",
    435: "UPDATE pending SET state = 0, due = 0 WHERE state = 2 AND told <> 0",
    436: """
    UPDATE pending SET state = CASE state WHEN 1 THEN 1 ELSE 0 END, due = 0, options = options & ~32
    WHERE state = 3 OR state = 2 AND (error_domain IS NOT NULL OR ?1) OR options & 32 <> 0
    """,
    437: "UPDATE pending SET state = 0, due = 0, fields = fields | kept, kept = 0 WHERE state = 4",
    438: """
    UPDATE pending SET state = 0, due = 0, fields = fields | kept, kept = 0
    WHERE state = 4 AND (kept = 0 OR kept & ~256 <> 0)
    """,
    434: "UPDATE observed SET gone = 0, stale = ? WHERE gone != 0 AND gone = 2",
    402: "UPDATE items SET blocks = NULL WHERE blocks IS NOT NULL",
    410: """
    INSERT OR REPLACE INTO calls(operation, item, kind, size, folder, filename, target) VALUES (1, ?, ?, ?, ?, ?,
    ?)
    """,
    411: "DELETE FROM calls WHERE operation = 1 AND item = ?",
    412: """
    INSERT OR REPLACE INTO calls(operation, item, parent, name, identifier) VALUES (2, ?1, ?2, ?3, (SELECT
    identifier FROM calls WHERE operation = 2 AND item = ?1 AND identifier IS NOT NULL LIMIT 1))
    """,
    413: """
    DELETE FROM calls WHERE operation = 2 AND item = ?1 AND number NOT IN (SELECT number FROM calls WHERE operation
    = 2 AND item = ?1 ORDER BY number DESC LIMIT 8)
    """,
    414: "DELETE FROM calls WHERE operation = 2 AND item = ?",
    415: "UPDATE OR REPLACE calls SET item = ?2 WHERE operation = 2 AND item = ?1",
    416: "UPDATE calls SET identifier = ?2 WHERE operation = 2 AND item = ?1",
    417: "INSERT OR REPLACE INTO calls(operation, item, owner) VALUES (3, ?, ?)",
    418: "DELETE FROM calls WHERE operation = 3 AND item = ?",
    419: "INSERT OR IGNORE INTO calls(operation, second, item) VALUES (4, ?, ?)",
    420: "DELETE FROM calls WHERE operation = 4 AND second = ? AND item = ?",
    421: """
    INSERT INTO calls(operation, item, parent, name, second, kind, size, folder, filename, target, under_way, fields, base,
    content_version, metadata_version, content, began, identifier) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 1, ?11, ?12, ?13,
    ?14, ?15, ?16, (SELECT identifier FROM calls WHERE ?1 = 2 AND operation = 2 AND item = ?2 AND identifier IS NOT NULL LIMIT 1))
    RETURNING number
    """,
    422: "UPDATE calls SET under_way = 0 WHERE number = ?",
    423: "UPDATE calls SET under_way = 0 WHERE under_way",
    424: "DELETE FROM calls WHERE operation IN (1, 2, 5, 6) AND item = ?",
    427: "DELETE FROM calls WHERE operation = 2 AND item = ? AND NOT under_way",
    428: "DELETE FROM calls WHERE number = ?",
    429: """
    DELETE FROM calls WHERE operation = ?1 AND item = ?2 AND number NOT IN (SELECT number FROM calls WHERE operation = ?1 AND item = ?2
    ORDER BY number DESC LIMIT ?3)
    """,
    430: "UPDATE calls SET size = ?2 WHERE number = ?1",
    426: """
    UPDATE pending SET fields = fields | sent, sent = 0, state = 0, due = 0, told = 1,
      options = options | EXISTS (SELECT 1 FROM calls WHERE item = pending.item AND under_way)
    WHERE state = 1
    """,
    425: "UPDATE calls SET item = ?2 WHERE operation IN (2, 5, 6) AND item = ?1",
    3: "UPDATE items SET mtime = ?, ctime = ?, subfolders = ? WHERE parent = ? AND id = ?",
    4: "UPDATE items SET subfolders = subfolders + ? WHERE id = ?",
    5: "UPDATE items SET name = ?, ctime = ?, changed = ?, flags = ? WHERE parent = ? AND id = ?",
    6: """
    UPDATE items SET name = ?, ctime = ?, changed = ?, flags = ?, parent = ?7, entered = ?8 WHERE parent = ?5 AND
    id = ?6
    """,
    7: "DELETE FROM items WHERE parent = ? AND id = ?",
    8: "INSERT OR REPLACE INTO targets(item, target) VALUES (?, ?)",
    9: "UPDATE targets SET target = ? WHERE item = ?",
    10: "DELETE FROM targets WHERE item = ?",
    11: "INSERT OR REPLACE INTO xattrs(item, name, value) VALUES (?, ?, ?)",
    12: "DELETE FROM xattrs WHERE item = ? AND name = ? RETURNING 1",
    13: "DELETE FROM xattrs WHERE item = ?",
    14: """
    INSERT INTO members(item, entered, last_used, tags, favorite, pinned, shared, trashed, suspended) VALUES (?1, coalesce(?2, 0), ?3,
    ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT(item) DO UPDATE SET entered = coalesce(?2, entered), last_used = ?3, tags = ?4, favorite = ?5,
    pinned = ?6, shared = ?7, trashed = ?8, suspended = ?9
    """,
    15: "DELETE FROM members WHERE item = ?",
    16: """
    INSERT OR IGNORE INTO member_folders(item, parent) SELECT id, parent FROM items WHERE id = ? RETURNING parent
    """,
    17: "UPDATE member_folders SET parent = ? WHERE item = ? RETURNING 1",
    18: "DELETE FROM member_folders WHERE item = ?",
    19: """
    INSERT OR REPLACE INTO trash(item, original_parent, original_name, original_path, date, uid) VALUES (?, ?, ?,
    ?, ?, ?)
    """,
    20: "DELETE FROM trash WHERE item = ?",
    21: "INSERT OR IGNORE INTO writers(item, session) VALUES (?, ?)",
    22: "DELETE FROM writers WHERE item = ? AND session = ?",
    23: "DELETE FROM writers",
    24: "INSERT OR IGNORE INTO discarded_contents(content) VALUES (?)",
    25: "DELETE FROM discarded_contents WHERE content = ?",
    26: "DELETE FROM discarded_contents",
    27: """
    INSERT INTO log( generation, item, event, kind, fields, parent, before_parent, before_name, membership, previous, author, origin,
    time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """,
    28: """
    INSERT INTO log(generation, item, event, kind, fields, parent, membership, previous, author, origin, time) VALUES (?, 0, 4, 0, 0,
    0, 0, ?, 0, ?, ?)
    """,
    29: "DELETE FROM log WHERE generation <= min(?, (SELECT min(generation) FROM log) + 8192)",
    30: "INSERT OR IGNORE INTO authors(name) VALUES (?)",
    31: "INSERT OR REPLACE INTO settings(key, value) VALUES (?, ?)",
    32: "DELETE FROM settings WHERE key = ?",
    33: """
    INSERT OR REPLACE INTO provided(item, identifier, filename, content_version, metadata_version, content_type, capabilities) VALUES
    (?, ?, ?, ?, ?, ?, ?)
    """,
    34: "DELETE FROM provided WHERE item = ?",
    370: """
    INSERT INTO synced(item, identifier, filename, content_version, metadata_version, content_type, capabilities)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT(item) DO UPDATE SET identifier = excluded.identifier, filename = excluded.filename,
    content_version = excluded.content_version, metadata_version = excluded.metadata_version, content_type = excluded.content_type,
    capabilities = excluded.capabilities
    """,
    371: """
    UPDATE synced SET generation = ?2, parent = ?3, name = ?4, kind = ?5, mode = ?6, mtime = ?7, birthtime = ?8, size = ?9,
    last_used = ?10, tags = ?11, favorite = ?12, xattrs = ?13, target = ?14 WHERE item = ?1 RETURNING 1
    """,
    372: """
    INSERT INTO synced(item, identifier, filename, content_version, metadata_version, content_type, capabilities, generation, parent, name,
    kind, mode, mtime, birthtime, size, last_used, tags, favorite, xattrs, target) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
    ?, ?, ?, ?)
    """,
    373: "DELETE FROM synced WHERE item = ?",
    374: "UPDATE synced SET item = ?2 WHERE item = ?1",
    35: "INSERT OR REPLACE INTO listings(item, page, pass, complete) VALUES (?, ?, ?, ?)",
    36: "UPDATE listings SET page = ? WHERE item = ?",
    37: "DELETE FROM listings WHERE item = ?",
    38: "UPDATE listings SET complete = 0, page = NULL WHERE item = ?",
    39: "UPDATE listings SET complete = 0, page = NULL WHERE item != 0",
    40: "INSERT OR IGNORE INTO listed(container, item) VALUES (?, ?)",
    41: """
    DELETE FROM listed WHERE container = ?1 AND item IN (SELECT item FROM listed WHERE container = ?1 ORDER BY item LIMIT ?2)
    RETURNING 1
    """,
    42: "UPDATE items SET mtime = mtime + 1, ctime = max(?1, ctime + 1) WHERE id = ?2",
    43: """
    DELETE FROM log WHERE generation <= min(?, (SELECT max(generation) FROM (SELECT generation FROM log ORDER BY generation LIMIT
    8192)))
    """,
    44: "INSERT INTO devices(item, number) VALUES (?, ?)",
    45: "DELETE FROM devices WHERE item = ?",
    46: "UPDATE OR REPLACE writers SET session = 'closed' WHERE item = ? AND session = ?",
    47: "DELETE FROM writers WHERE item = ? AND session IN (?, 'closed', 'fetched')",
    48: """
    DELETE FROM writers WHERE item = ?1 AND EXISTS (SELECT 1 FROM items WHERE id = ?1 AND changed = ?2 AND content IS ?3) AND NOT
    EXISTS (SELECT 1 FROM writers WHERE item = ?1 AND session NOT IN ('closed', 'fetched')) RETURNING 1
    """,
    49: "DELETE FROM writers WHERE item = ?1 AND NOT EXISTS (SELECT 1 FROM items WHERE id = ?1)",
    50: """
    UPDATE OR REPLACE writers SET session = CASE session WHEN 'fetched' THEN 'lost fetched' ELSE 'lost' END WHERE session NOT IN
    ('lost', 'lost fetched')
    """,
    51: "DELETE FROM writers WHERE item = ? AND session IN ('lost', 'lost fetched')",
    52: "INSERT INTO replaced_contents(item, content, size, mtime) VALUES (?, ?, ?, ?)",
    53: "DELETE FROM replaced_contents WHERE item = ? RETURNING content, size, mtime",
    54: "DELETE FROM writers WHERE item = ? AND session IN (?, 'closed', 'changed', 'fetched')",
    55: """
    DELETE FROM writers WHERE item = ?1 AND EXISTS (SELECT 1 FROM items WHERE id = ?1 AND changed = ?2 AND content IS ?3) AND NOT
    EXISTS (SELECT 1 FROM writers WHERE item = ?1 AND session NOT IN ('closed', 'changed', 'fetched')) RETURNING 1
    """,
    56: """
    INSERT INTO writers(item, session) SELECT ?1, 'changed' WHERE NOT EXISTS (SELECT 1 FROM writers WHERE item = ?1)
    """,
    57: """
    INSERT OR IGNORE INTO writers(item, session) SELECT ?1, 'changed' WHERE EXISTS (SELECT 1 FROM writers WHERE item = ?1)
    """,
    58: "DELETE FROM writers WHERE item = ? AND session = 'changed'",
    60: "INSERT OR REPLACE INTO checksums(item, content, generation, size, sums) VALUES (?, ?, ?, ?, ?)",
    61: "DELETE FROM checksums WHERE item = ?",
    62: "DELETE FROM checksums",
    63: "DELETE FROM checksums WHERE item > ? AND item <= ? AND NOT EXISTS (SELECT 1 FROM items WHERE id = item)",
    64: """
    UPDATE OR REPLACE writers SET session = CASE session WHEN 'fetched' THEN 'lost fetched' ELSE 'lost' END WHERE item = ? AND
    session IN ('closed', 'changed', 'fetched')
    """,
    70: """
    INSERT OR REPLACE INTO pending(item, fields, sent, kept, state, options, told, first, newest, since, noted, due, attempts, old_parent,
    old_name, error_domain, error_code, error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """,
    71: "DELETE FROM pending WHERE item = ?",
    72: """
    INSERT OR REPLACE INTO agreed(item, generation, parent, name, kind, mode, mtime, birthtime, size, last_used, tags, favorite, xattrs,
    target) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """,
    73: "DELETE FROM agreed WHERE item = ?",
    74: "UPDATE OR REPLACE provided SET item = ?2 WHERE item = ?1",
    75: "UPDATE OR REPLACE agreed SET item = ?2 WHERE item = ?1",
    76: "UPDATE OR REPLACE pending SET item = ?2 WHERE item = ?1",
    77: "UPDATE pending SET state = 0, due = 0 WHERE state = 2 AND (due <= ?1 OR due > ?2)",
    78: "UPDATE pending SET state = 0, due = 0 WHERE state = 3 OR state = 2 AND (error_domain IS NOT NULL OR ?1)",
    79: """
    UPDATE pending SET fields = fields | sent, sent = 0, state = 0, due = 0, options = options | 1 WHERE state = 1 OR sent != 0
    """,
    80: "UPDATE pending SET options = options | 1",
    90: """
    INSERT INTO held(item, state, since) VALUES (?, ?, ?) ON CONFLICT(item) DO UPDATE SET state = max(state, excluded.state)
    """,
    91: "DELETE FROM held WHERE item = ?",
    92: "UPDATE OR REPLACE held SET item = ?2 WHERE item = ?1",
    93: "UPDATE held SET state = ?1 WHERE item = ?2",
    94: "UPDATE held SET state = ?1 WHERE state = ?2",
    290: "DELETE FROM settings WHERE key IN (SELECT key FROM settings WHERE key > ? AND key < ? LIMIT ?)",
    300: "INSERT OR REPLACE INTO removals(item, time, items) VALUES (?, ?, ?)",
    301: "DELETE FROM removals WHERE time <= ?",
    302: "DELETE FROM removals",
    303: """
    INSERT INTO provided(item, identifier, filename, content_version, metadata_version, content_type, capabilities) VALUES
    (?, ?, ?, ?, ?, ?, ?) ON CONFLICT(item) DO UPDATE SET identifier = excluded.identifier, filename = excluded.filename,
    content_version = excluded.content_version, metadata_version = excluded.metadata_version,
    content_type = excluded.content_type, capabilities = excluded.capabilities
    """,
    100: "INSERT INTO partial_contents(item, content, size, version) VALUES (?, ?, ?, ?)",
    101: "DELETE FROM partial_contents WHERE item = ? RETURNING content",
    102: "DELETE FROM partial_ranges WHERE item = ?",
    103: "DELETE FROM partial_ranges WHERE item = ? AND start <= ? AND end >= ? RETURNING start, end",
    104: "INSERT INTO partial_ranges(item, start, end) VALUES (?, ?, ?)",
    120: """
    UPDATE pending SET fields = fields | sent, sent = 0, state = 0, due = 0, options = options | 1, told = 1 WHERE state = 1 OR sent != 0
    """,
    121: "UPDATE pending SET options = options | 1, told = 1 WHERE state != 4",
    150: "INSERT OR REPLACE INTO content_policies(item, policy) VALUES (?, ?)",
    151: "DELETE FROM content_policies WHERE item = ?",
    152: "UPDATE OR REPLACE content_policies SET item = ?2 WHERE item = ?1",
    153: """
    INSERT OR REPLACE INTO former_contents(item, content, content_version, metadata_version, boot) VALUES (?, ?, ?, ?, ?)
    """,
    154: "DELETE FROM former_contents WHERE item = ? RETURNING content",
    155: """
    INSERT INTO log( generation, item, event, kind, fields, parent, before_parent, before_name, membership, previous, author, origin,
    time, writer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """,
    180: "UPDATE pending SET noted = min(noted, ?1), due = 0, state = CASE state WHEN 2 THEN 0 ELSE state END",
    185: "UPDATE pending SET state = 0, due = 0 WHERE state = 4",
    190: "UPDATE listings SET complete = 0, page = NULL, pass = -1 WHERE item != 0",
    218: """
    UPDATE OR REPLACE writers SET session = CASE session WHEN 'fetched' THEN 'lost fetched' ELSE 'lost' END
    WHERE session NOT IN ('lost', 'lost fetched', 'changed')
    """,
    219: """
    UPDATE OR REPLACE writers SET session = CASE session WHEN 'fetched' THEN 'lost fetched' ELSE 'lost' END
    WHERE item = ? AND session IN ('closed', 'fetched')
    """,
    220: "DELETE FROM writers WHERE item = ? AND session IN ('lost', 'lost fetched', 'changed')",
    270: """
    UPDATE pending SET state = 0, due = 0 WHERE item IN ( SELECT item FROM pending WHERE state = 2 AND (due <= ?1 OR due > ?2) LIMIT ?3)
    """,
    280: """
    UPDATE OR REPLACE writers
    SET session = CASE session WHEN 'fetched' THEN 'lost fetched' WHEN 'closed' THEN 'lost' ELSE 'lost written' END
    WHERE session NOT IN ('lost', 'lost fetched', 'lost written', 'changed')
    """,
    281: "DELETE FROM writers WHERE item = ? AND session IN ('lost', 'lost fetched', 'lost written', 'changed')",
    310: """
    UPDATE pending SET state = 0, due = 0 WHERE state = 2 AND error_domain IS NULL AND due > ?2 AND item IN (SELECT id FROM items
    WHERE parent = ?1)
    """,
    320: """
    INSERT INTO removed_documents(item, time, path, mode, mtime, size, content, target) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """,
    321: "DELETE FROM removed_documents WHERE item = ? RETURNING item",
    340: "INSERT OR REPLACE INTO sent_places(item, parent, name) VALUES (?, ?, ?)",
    341: """
    DELETE FROM sent_places WHERE item = ?1 AND number NOT IN (SELECT number FROM sent_places WHERE item = ?1 ORDER BY number DESC LIMIT 8)
    """,
    342: "DELETE FROM sent_places WHERE item = ?",
    343: "UPDATE OR REPLACE sent_places SET item = ?2 WHERE item = ?1",
    344: "INSERT OR REPLACE INTO held_back(item, identifier) VALUES (?, ?)",
    345: "DELETE FROM held_back WHERE item = ? RETURNING identifier",
    346: "UPDATE OR REPLACE held_back SET item = ?2 WHERE item = ?1",
    350: """
    INSERT OR REPLACE INTO pending(item, fields, sent, kept, state, options, told, first, newest, since, noted, due, attempts, old_parent,
    old_name, error_domain, error_code, error, waits_for) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """,
    351: "UPDATE pending SET due = 0, waits_for = NULL WHERE waits_for = ?",
    352: "INSERT OR IGNORE INTO successors(identifier) VALUES (?)",
    353: "DELETE FROM successors WHERE identifier IN (SELECT identifier FROM successors LIMIT ?)",
    354: "INSERT OR REPLACE INTO sent_creations(item, kind, size, parent, filename, target) VALUES (?, ?, ?, ?, ?, ?)",
    355: "DELETE FROM sent_creations WHERE item = ?",
    356: "INSERT OR REPLACE INTO stale_identifiers(identifier, stamp) VALUES (?, ?)",
    357: "DELETE FROM stale_identifiers WHERE identifier = ?",
    358: "INSERT OR IGNORE INTO renumbered_folders(item) VALUES (?)",
    359: "DELETE FROM renumbered_folders WHERE item = ?",
    360: "INSERT OR IGNORE INTO expected_creations(second, item) VALUES (?, ?)",
    361: "DELETE FROM expected_creations WHERE second = ? AND item = ?",
    362: "INSERT OR REPLACE INTO sent_contents(item, owner) VALUES (?, ?)",
    363: "DELETE FROM sent_contents WHERE item = ?",
    364: "INSERT OR IGNORE INTO numbered_names(parent, item) VALUES (?, ?)",
    365: "DELETE FROM numbered_names WHERE parent = ? AND item = ?",
    375: "UPDATE listings SET page = ?, asked = ? WHERE item = ?",
    376:
      "INSERT INTO observed(identifier, stale) VALUES (?, ?) ON CONFLICT(identifier) DO UPDATE SET stale = excluded.stale",
    377: "UPDATE observed SET stale = NULL WHERE identifier = ?",
    378:
      "INSERT INTO observed(identifier, changed) VALUES (?, ?) ON CONFLICT(identifier) DO UPDATE SET changed = excluded.changed",
    379:
      "INSERT INTO observed(identifier, answered) VALUES (?, ?) ON CONFLICT(identifier) DO UPDATE SET answered = excluded.answered",
    380: "INSERT INTO observed(identifier, missing) VALUES (?, 1) ON CONFLICT(identifier) DO UPDATE SET missing = 1",
    381: "UPDATE observed SET missing = 0 WHERE missing != 0",
    382: "DELETE FROM observed WHERE stale IS NULL AND missing = 0 AND gone = 0 AND changed < ?1 AND answered < ?1",
    383: """
    DELETE FROM observed WHERE identifier = ? AND stale IS NULL AND missing = 0 AND gone = 0 AND changed = 0 AND
    answered = 0
    """,
    384: "INSERT INTO observed(identifier, gone) VALUES (?, 1) ON CONFLICT(identifier) DO UPDATE SET gone = 1",
    385: "UPDATE observed SET gone = 0, stale = ? WHERE gone != 0",
    386: "UPDATE listings SET page = NULL, pass = -1 WHERE complete = 0 AND page IS NOT NULL",
  ]
}
