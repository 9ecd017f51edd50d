extension ServerProbe {
  /// Finds out what the address books of a home can do: what the first of them says of itself holds for all.
  func probeBooks(_ report: inout Report) throws {
    let books = try server(report).list(.root, cancellation).children.keys
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    report.add(
      "collection", true, "the account has \(books.count == 1 ? "one address book" : "\(books.count) address books")")
    guard let book = books.first else { return }
    var properties: [XMLName: StatusEntry.Property] = [:]
    let asked: [XMLName] = [
      .dav("sync-token"), .dav("supported-report-set"), .cardDAV("supported-address-data"), Privileges.property,
    ]
    _ = try server(report).report("PROPFIND", book, body: WebDAVServer.propfind(asked), depth: "0", cancellation) {
      if properties.isEmpty { properties = $0.properties }
    }
    report.facts.hasQuota = false
    report.facts.hasPrivileges = properties[Privileges.property] != nil
    report.facts.hasSyncTokens = Self.hasSyncTokens(properties)
    let versions = properties[.cardDAV("supported-address-data")]?.versions ?? []
    report.facts.cardVersion = versions.contains("4.0") ? "4.0" : nil
    report.add(
      "card-version", true, "cards are requested as vCard \(report.facts.cardVersion ?? "3.0")")
    addChanges(to: &report)
  }

  /// Finds out whether a book takes a second card with the `UID` of another one.
  func probeIdentity(_ scratch: RemotePath, _ other: RemotePath, _ report: inout Report) throws {
    let asked = report
    let isChecked = try refuses([400, 403, 409, 412]) { _ = try putText(other, asked, .isNew, of: scratch) }
    if !isChecked {
      // It may have taken it for the first one.
      do { try server(report).delete(other, .none, cancellation) } catch let error as WebDAVError where error.isMissing
      {}
    }
    report.facts.checksIdentity = isChecked
    report.add(
      "unique-cards", isChecked, "a second card with the same UID is refused",
      else: "a second card with the same UID is not refused: the address book is searched before each new card")
  }
}
