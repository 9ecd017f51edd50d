/// The first version of the tables, as stores out there have them, and a small store of that time.
enum OldSchema {
  static let v1 = """
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

    -- Documents open for writing, and in which session: after its death their size is read from the contents.
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

  /// What a version of then wrote into it.
  static let rows = """
    INSERT INTO settings VALUES ('uuid', '6E2B9F4C-5D0A-4B57-9C0E-3B1D1F6B7A11'), ('boot', 'of another machine');
    INSERT INTO items(
      id, parent, kind, mode, uid, gid, size, mtime, ctime, atime, birthtime, flags, subfolders, entered, changed, name)
    VALUES (1, 0, 2, 493, 0, 0, 0, 10, 10, 10, 10, 0, 1, 0, 0, '/'), (2, 0, 2, 448, 0, 0, 0, 10, 10, 10, 10, 0, 0, 0, 0, '.Trash'),
      (1025, 1, 2, 493, 0, 0, 0, 11, 11, 11, 11, 0, 0, 1, 1, 'folder'),
      (1026, 1025, 1, 420, 0, 0, 7, 12, 12, 12, 12, 3, 0, 2, 2, 'file'),
      (1027, 2, 1, 420, 0, 0, 0, 13, 13, 13, 13, 1, 0, 3, 3, 'gone');
    INSERT INTO xattrs VALUES (1026, 'user.a', x'0102');
    INSERT INTO members(item, entered, favorite, trashed) VALUES (1026, 2, 3, 0), (1027, 3, NULL, 1);
    INSERT INTO member_folders VALUES (1025, 1);
    INSERT INTO trash VALUES (1027, 1, 'gone', '/gone', 13, 0);
    INSERT INTO authors VALUES (1, 'org.example.old');
    INSERT INTO log(generation, item, event, kind, fields, parent, membership, previous, author, origin, time)
    VALUES (1, 1025, 1, 2, 0, 1, 0, 0, 1, 1, 11), (2, 1026, 1, 1, 0, 1025, 2, 0, 1, 1, 12), (3, 1027, 1, 1, 0, 2, 2, 0, 1, 1, 13);
    """
}
