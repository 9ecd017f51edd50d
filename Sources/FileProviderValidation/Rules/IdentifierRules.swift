import FileProviderInterface

/// Rules for identifiers.
enum IdentifierRules {
  static let root = ConformanceRule(
    "identifiers.root", "The item of the root container is a folder with the identifier of the root container.",
    page: ApplePage.rootContainer,
    advice: "Answer item(for: .rootContainer) with an item whose itemIdentifier is .rootContainer.")

  static let lookup = ConformanceRule(
    "identifiers.lookup", "The item returned for an identifier has that identifier.", page: ApplePage.item,
    advice: "Create items in the same way in item(for:) and in the enumerators.")

  static let unknown = ConformanceRule(
    "identifiers.unknown", "An unknown identifier is answered with noSuchItem.", page: ApplePage.item,
    advice:
      "Pass NSError.fileProviderErrorForNonExistentItem(withIdentifier:); after other errors the system retries forever."
  )

  static let unique = ConformanceRule(
    "identifiers.unique", "No two items of a folder have the same identifier.", page: ApplePage.itemIdentifier,
    advice: "Derive identifiers from a unique property on the server, not from a name that two folders may share.")

  static let own = ConformanceRule(
    "identifiers.own", "A new item gets the provider's identifier, not the template's.",
    page: ApplePage.createItem,
    advice:
      "Return an item with the server's identifier; the template's identifier only helps to recognize a repeated call.",
    changesItems: true)

  static let checks = [
    RuleCheck(root, checkRoot), RuleCheck(lookup, checkLookup), RuleCheck(unknown, checkUnknown),
    RuleCheck(unique, checkUnique), RuleCheck(own, checkOwn),
  ]

  @Sendable private static func checkRoot(_ stage: ValidationStage) throws {
    let item: SeenItem
    do { item = try stage.caller.item(.rootContainer) } catch let refusal as Refusal where refusal.isNoSuchItem {
      throw Violation("item(for: .rootContainer) was answered with noSuchItem")
    }
    guard item.identifier == .rootContainer else {
      throw Violation("item(for: .rootContainer) returned an item with the identifier “\(item.identifier.rawValue)”")
    }
    if item.isFolder == false { throw Violation("the root's contentType is not that of a folder") }
  }

  @Sendable private static func checkLookup(_ stage: ValidationStage) throws {
    let items = try stage.sample().items.prefix(20)
    guard !items.isEmpty else { throw Unmet("there is no item to look up") }
    for item in items {
      let found: SeenItem
      do { found = try stage.caller.item(item.identifier) } catch let refusal as Refusal where refusal.isNoSuchItem {
        // Where others work it may just have been deleted.
        guard stage.isOwn(item) else { continue }
        throw Violation("“\(item.identifier.rawValue)” was enumerated, but item(for:) answers noSuchItem")
      }
      guard found.identifier == item.identifier else {
        throw Violation("item(for: “\(item.identifier.rawValue)”) returned “\(found.identifier.rawValue)”")
      }
    }
  }

  @Sendable private static func checkUnknown(_ stage: ValidationStage) throws {
    let identifier = NSFileProviderItemIdentifier(stage.name + "-unknown")
    do {
      let item = try stage.caller.item(identifier)
      throw Violation("a made-up identifier returned the item “\(item.filename)”")
    } catch let refusal as Refusal where !refusal.isNoSuchItem {
      guard !refusal.isAboutServer else { throw refusal }
      throw Violation("a made-up identifier was answered with \(refusal.text)")
    } catch is Refusal {}
  }

  @Sendable private static func checkUnique(_ stage: ValidationStage) throws {
    for container in try stage.containers() {
      var names: [NSFileProviderItemIdentifier: String] = [:]
      for item in try stage.caller.list(container) {
        if let name = names.updateValue(item.filename, forKey: item.identifier), name != item.filename {
          throw Violation("“\(name)” and “\(item.filename)” both have the identifier “\(item.identifier.rawValue)”")
        }
      }
    }
  }

  @Sendable private static func checkOwn(_ stage: ValidationStage) throws {
    let folder = try stage.folder()
    let template = TemplateItem("own", in: folder.identifier)
    let answer = try stage.caller.create(template, contents: stage.file("own"))
    guard let item = answer.item else { throw Unmet("the provider refused the item") }
    guard item.identifier != template.itemIdentifier else {
      throw Violation("createItem answered with the template's identifier “\(item.identifier.rawValue)”")
    }
  }
}
