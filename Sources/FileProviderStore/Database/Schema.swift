import FileProviderSQLite

/// The tables of a store, and the steps from each version to the next.
///
/// `items` is clustered by parent, so that listing a folder is one range scan in the order of the items' numbers, which
/// is also the order of `readdir` offsets and of page tokens. A name is found by one probe of `items_by_name`, a number
/// by one of `items_by_id`. The log's rows say what was before and what is after; together with the previous change of
/// the same item this lets a reader coalesce any stretch of the log without keeping it in memory.
enum Schema {
  /// Raised when the meaning of tokens or rows changes: every token contains it, so old tokens expire instead of meaning something else.
  static let version: UInt8 = 1

  static let steps: SchemaSteps = {
    var steps = SchemaSteps()
    steps.add("v1", sql: v1)
    steps.add("recents", sql: recents)
    // A mount asks for one user's trash whenever it is listed.
    steps.add("trash by user", sql: "CREATE INDEX trash_by_user ON trash(uid)")
    // One command may put thousands of items back by their earlier paths.
    steps.add("trash by path", sql: "CREATE INDEX trash_by_path ON trash(original_path, date)")
    steps.add("devices", addDevices)
    steps.add("replaced contents", sql: replacedContents)
    steps.add("checksums", sql: checksums)
    steps.add("push", sql: push)
    steps.add("restrictions", sql: restrictions)
    steps.add("held deletions", sql: held)
    steps.add("partial contents", sql: partialContents)
    // Looked for with each plan of what is uploaded next, however much waits.
    steps.add("items in calls", sql: "CREATE INDEX pending_in_calls ON pending(item) WHERE state = 1")
    steps.add("content policies", sql: contentPolicies)
    steps.add("former contents", sql: formerContents)
    // The user whose program made a change, where that is not the store's owner.
    steps.add("writers of changes", sql: "ALTER TABLE log ADD COLUMN writer INTEGER")
    steps.add("removals", sql: removals)
    steps.add("removed documents", sql: removedDocuments)
    steps.add("sent places", SentPlacesStep.take)
    steps.add("folders waited for", sql: waitsFor)
    steps.add("states of items", ItemStatesStep.take)
    steps.add("synced", SyncedStep.take)
    steps.add("observed", ObservedStep.take)
    steps.add("blocks", sql: blocks)
    steps.add("calls", CallsStep.take)
    steps.add("whole calls", WholeCallsStep.take)
    steps.add("small contents", sql: smallContents)
    // Changes nothing: programs without it do not say which documents they have open (`OpenDocuments`).
    steps.add("open documents") { _ in }
    return steps
  }()

  /// Device nodes: two more kinds of items, and their numbers.
  ///
  /// SQLite has no statement for a changed CHECK, and a copy of `items` could take minutes. What its documentation allows instead is to edit the text of
  /// the schema when what is stored stays valid (https://www.sqlite.org/lang_altertable.html#otheralter).
  private static func addDevices(_ connection: Connection) throws(StoreError) {
    try connection.execute(
      "CREATE TABLE devices(item INTEGER PRIMARY KEY NOT NULL, number INTEGER NOT NULL) STRICT")
    let version = try connection.integer("PRAGMA schema_version") ?? 0
    try connection.execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(sql, 'CHECK (kind BETWEEN 1 AND 5)', 'CHECK (kind BETWEEN 1 AND 7)')
      WHERE type = 'table' AND name = 'items';
      PRAGMA schema_version = \(version + 1);
      PRAGMA writable_schema = OFF;
      """)
  }

  /// What the provider has not acknowledged, and how an item was when both sides were last in sync; see `PendingRow` and `SyncedStep`.
  ///
  /// What a store has of its provider when it takes this step counts as equal on both sides: until then nothing of a provider's could be changed. Extended
  /// attributes stay unknown (`NULL`) until the provider reports them again.
  private static let push = """
    CREATE TABLE pending(
      item INTEGER PRIMARY KEY NOT NULL,
      fields INTEGER NOT NULL,
      sent INTEGER NOT NULL,
      kept INTEGER NOT NULL,
      state INTEGER NOT NULL,
      options INTEGER NOT NULL,
      told INTEGER NOT NULL,
      first INTEGER NOT NULL,
      newest INTEGER NOT NULL,
      since INTEGER NOT NULL,
      noted INTEGER NOT NULL,
      due INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      old_parent INTEGER,
      old_name TEXT,
      error_domain TEXT,
      error_code INTEGER,
      error TEXT
    ) STRICT;
    CREATE INDEX pending_by_turn ON pending(first) WHERE state = 0;
    CREATE INDEX pending_by_due ON pending(due) WHERE state = 2;
    CREATE INDEX pending_by_old_place ON pending(old_parent, old_name) WHERE old_parent IS NOT NULL;
    CREATE TABLE agreed(
      item INTEGER PRIMARY KEY NOT NULL,
      generation INTEGER NOT NULL,
      parent INTEGER NOT NULL,
      name TEXT NOT NULL,
      kind INTEGER NOT NULL,
      mode INTEGER NOT NULL,
      mtime INTEGER NOT NULL,
      birthtime INTEGER NOT NULL,
      size INTEGER NOT NULL,
      last_used INTEGER,
      tags BLOB,
      favorite INTEGER,
      xattrs BLOB,
      target BLOB
    ) STRICT;
    INSERT INTO agreed(
      item, generation, parent, name, kind, mode, mtime, birthtime, size, last_used, tags, favorite, target)
    SELECT i.id, i.changed, i.parent, i.name, i.kind, i.mode, i.mtime, i.birthtime, i.size, m.last_used, m.tags, m.favorite,
      t.target
    FROM provided p CROSS JOIN items i ON i.id = p.item LEFT JOIN members m ON m.item = i.id
      LEFT JOIN targets t ON t.item = i.id;
    INSERT OR REPLACE INTO settings(key, value)
    SELECT 'push.anchor', CAST(coalesce((SELECT max(generation) FROM log), 0) AS TEXT)
    WHERE EXISTS (SELECT 1 FROM settings WHERE key = 'provider')
    """

  /// The checksums of contents, of each 4 MiB; see `ItemStore+Checksums`. A row without a generation says that one is due.
  private static let checksums = """
    CREATE TABLE checksums(
      item INTEGER PRIMARY KEY NOT NULL,
      content INTEGER NOT NULL,
      generation INTEGER NOT NULL,
      size INTEGER NOT NULL,
      sums BLOB NOT NULL
    ) STRICT;
    CREATE INDEX checksums_due ON checksums(item) WHERE generation = 0
    """

  /// Contents that have no file; see `SmallContents`. Items, and whatever else has contents, name them by the same number.
  private static let smallContents = """
    CREATE TABLE small_contents(
      content INTEGER PRIMARY KEY NOT NULL,
      bytes BLOB NOT NULL
    ) STRICT
    """

  /// What is here of documents that are not here as a whole; see `PartialContents`.
  private static let partialContents = """
    CREATE TABLE partial_contents(
      item INTEGER PRIMARY KEY NOT NULL,
      content INTEGER NOT NULL,
      size INTEGER NOT NULL,
      version BLOB NOT NULL
    ) STRICT;
    CREATE TABLE partial_ranges(
      item INTEGER NOT NULL,
      start INTEGER NOT NULL,
      end INTEGER NOT NULL,
      PRIMARY KEY (item, start)
    ) STRICT, WITHOUT ROWID
    """

  /// The content policies of items that do not inherit one; the root may have a row, too.
  private static let contentPolicies = """
    CREATE TABLE content_policies(
      item INTEGER PRIMARY KEY NOT NULL,
      policy INTEGER NOT NULL
    ) STRICT
    """

  /// Documents whose contents were here when the provider got others; see `FormerContents`.
  private static let formerContents = """
    CREATE TABLE former_contents(
      item INTEGER PRIMARY KEY NOT NULL,
      content INTEGER,
      content_version BLOB NOT NULL,
      metadata_version BLOB,
      boot TEXT
    ) STRICT
    """

  /// What a provider does not allow everything with has a flag: everything else is changed without a look into `provided`.
  private static let restrictions = """
    UPDATE items SET flags = flags | \(ItemFlags.restricted.rawValue)
    WHERE id IN (SELECT item FROM provided WHERE capabilities & 62 <> 62)
    """

  /// What the provider reports gone, and is still here; see `HeldState`.
  private static let held = """
    CREATE TABLE held(
      item INTEGER PRIMARY KEY NOT NULL,
      state INTEGER NOT NULL,
      since INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX held_by_state ON held(state, item)
    """

  /// What was removed here on the provider's word; see `MassDeletionEditor.countRemoval`.
  private static let removals = """
    CREATE TABLE removals(
      item INTEGER PRIMARY KEY NOT NULL,
      time INTEGER NOT NULL,
      items INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX removals_by_time ON removals(time)
    """

  /// What can be restored of what was removed here on the provider's word; see `RemovedDocument`.
  private static let removedDocuments = """
    CREATE TABLE removed_documents(
      item INTEGER PRIMARY KEY NOT NULL,
      time INTEGER NOT NULL,
      path TEXT NOT NULL,
      mode INTEGER NOT NULL,
      mtime INTEGER NOT NULL,
      size INTEGER NOT NULL,
      content INTEGER,
      target BLOB
    ) STRICT;
    CREATE INDEX removed_documents_by_time ON removed_documents(time);
    CREATE INDEX removed_documents_by_path ON removed_documents(path)
    """

  /// The folder for which an item waits; see `PendingRow.wait`. What earlier versions had put off for a folder is planned again.
  private static let waitsFor = """
    ALTER TABLE pending ADD COLUMN waits_for INTEGER;
    CREATE INDEX pending_by_folder ON pending(waits_for) WHERE waits_for IS NOT NULL;
    UPDATE pending SET due = 0 WHERE state = 2 AND error_domain IS NULL
    """

  /// What the contents of a sparse document occupy: asking the disk cost 8 µs for each one that was listed. See `ItemStore.measureContents`.
  private static let blocks = """
    ALTER TABLE items ADD COLUMN blocks INTEGER;
    CREATE INDEX items_unmeasured ON items(id) WHERE flags & 32 AND blocks IS NULL;
    DROP INDEX items_members;
    CREATE INDEX items_members ON items(
      id, kind, mode, uid, gid, size, mtime, ctime, atime, birthtime, flags, content, subfolders, entered, changed, name, blocks
    ) WHERE flags & 1
    """

  /// The oldest recents are found without looking at the other members.
  private static let recents = "CREATE INDEX members_by_use ON members(last_used) WHERE last_used IS NOT NULL"

  /// The contents that a document had before those that may not be on the disk; it has a row in `writers` as long.
  private static let replacedContents = """
    CREATE TABLE replaced_contents(
      item INTEGER PRIMARY KEY NOT NULL,
      content INTEGER NOT NULL,
      size INTEGER NOT NULL,
      mtime INTEGER NOT NULL
    ) STRICT
    """

  private static let v1 = """
    CREATE TABLE settings(
      key TEXT PRIMARY KEY NOT NULL,
      value ANY NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- One row an item. Times are nanoseconds since 1970, generations are positions in the log.
    CREATE TABLE items(
      id INTEGER NOT NULL,
      parent INTEGER NOT NULL,
      kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 5),
      mode INTEGER NOT NULL,
      uid INTEGER NOT NULL,
      gid INTEGER NOT NULL,
      size INTEGER NOT NULL CHECK (size >= 0),
      mtime INTEGER NOT NULL,
      ctime INTEGER NOT NULL,
      atime INTEGER NOT NULL,
      birthtime INTEGER NOT NULL,
      flags INTEGER NOT NULL,
      content INTEGER,
      subfolders INTEGER NOT NULL DEFAULT 0,
      entered INTEGER NOT NULL,
      changed INTEGER NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (parent, id)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX items_by_name ON items(parent, name);
    CREATE UNIQUE INDEX items_by_id ON items(id);
    -- The members of the working set, whole, in the order of their numbers: listing them is one scan, too. Members are scattered over
    -- the items; with two probes for each, listing 10 000 of 1 000 000 took six times as long as listing a folder.
    CREATE INDEX items_members ON items(
      id, kind, mode, uid, gid, size, mtime, ctime, atime, birthtime, flags, content, subfolders, entered, changed, name
    ) WHERE flags & 1;
    -- The members of a folder, and those that are suspended while it is in the trash.
    CREATE INDEX items_member_places ON items(parent, flags) WHERE flags & 17;
    -- The folders that may have members below them; see Transaction+MemberFolders.
    CREATE TABLE member_folders(
      item INTEGER PRIMARY KEY NOT NULL,
      parent INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX member_folders_by_parent ON member_folders(parent);

    CREATE TABLE targets(
      item INTEGER PRIMARY KEY NOT NULL,
      target BLOB NOT NULL
    ) STRICT;

    CREATE TABLE xattrs(
      item INTEGER NOT NULL,
      name TEXT NOT NULL,
      value BLOB NOT NULL,
      PRIMARY KEY (item, name)
    ) STRICT, WITHOUT ROWID;

    -- The working set, and what would make an item a member again once its trashed folder is restored.
    CREATE TABLE members(
      item INTEGER PRIMARY KEY NOT NULL,
      entered INTEGER NOT NULL,
      last_used INTEGER,
      tags BLOB,
      favorite INTEGER,
      pinned INTEGER NOT NULL DEFAULT 0,
      shared INTEGER NOT NULL DEFAULT 0,
      trashed INTEGER NOT NULL DEFAULT 0,
      suspended INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    -- Where trashed items came from.
    CREATE TABLE trash(
      item INTEGER PRIMARY KEY NOT NULL,
      original_parent INTEGER NOT NULL,
      original_name TEXT NOT NULL,
      original_path TEXT NOT NULL,
      date INTEGER NOT NULL,
      uid INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE authors(
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE
    ) STRICT;

    -- The one change log. `before_parent` and `before_name` are set where they differ from now; `membership` has bit 0
    -- for a member of the working set before, bit 1 for a member after. `event` 4 marks a stretch of generations that
    -- an unclean stop of the machine may have lost.
    CREATE TABLE log(
      generation INTEGER PRIMARY KEY,
      item INTEGER NOT NULL,
      event INTEGER NOT NULL CHECK (event BETWEEN 1 AND 4),
      kind INTEGER NOT NULL,
      fields INTEGER NOT NULL,
      parent INTEGER NOT NULL,
      before_parent INTEGER,
      before_name TEXT,
      membership INTEGER NOT NULL,
      previous INTEGER NOT NULL,
      author INTEGER NOT NULL,
      origin INTEGER NOT NULL,
      time INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX log_deletions ON log(item) WHERE event = 3;
    CREATE INDEX log_gaps ON log(generation) WHERE event = 4;

    -- Contents that no item has any more and whose file may still be there.
    CREATE TABLE discarded_contents(content INTEGER PRIMARY KEY NOT NULL) STRICT;

    -- Documents open for writing, and in which session: after its death their size is read from the contents. Afterwards those whose
    -- contents may not be on the disk; see `ContentMark`.
    CREATE TABLE writers(
      item INTEGER NOT NULL,
      session TEXT NOT NULL,
      PRIMARY KEY (item, session)
    ) STRICT, WITHOUT ROWID;

    -- What a provider said of an item.
    CREATE TABLE provided(
      item INTEGER PRIMARY KEY NOT NULL,
      identifier TEXT NOT NULL UNIQUE,
      filename TEXT NOT NULL,
      content_version BLOB,
      metadata_version BLOB,
      content_type TEXT,
      capabilities INTEGER NOT NULL DEFAULT 63
    ) STRICT;

    -- How far a provider's containers have been listed.
    CREATE TABLE listings(
      item INTEGER PRIMARY KEY NOT NULL,
      page BLOB,
      pass INTEGER NOT NULL DEFAULT 0,
      complete INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE listed(
      container INTEGER NOT NULL,
      item INTEGER NOT NULL,
      PRIMARY KEY (container, item)
    ) STRICT, WITHOUT ROWID;
    """
}
