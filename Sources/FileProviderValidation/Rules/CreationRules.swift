import FileProviderInterface

/// New items.
enum CreationRules {
  static let kept = ConformanceRule(
    "creation.kept", "A created item exists as the answer says: it can be looked up, and its folder lists it.",
    page: ApplePage.createItem, advice: "Answer after the server has the item, and with the server's values.",
    changesItems: true)

  static let again = ConformanceRule(
    "creation.again", "An item that may already exist is not created twice.", page: ApplePage.mayAlreadyExist,
    advice: "With mayAlreadyExist, look for an item with this name and kind in the folder, and return it.",
    changesItems: true)

  static let missingParent = ConformanceRule(
    "creation.parent", "Nothing is created in a folder that does not exist.", page: ApplePage.createItem,
    advice: "Pass noSuchItem; the system creates the folder again and then repeats the call.", changesItems: true)

  static let checks = [
    RuleCheck(kept, checkKept), RuleCheck(again, checkAgain), RuleCheck(missingParent, checkParent),
  ]

  @Sendable private static func checkKept(_ stage: ValidationStage) throws {
    let item = try stage.makeFile("kept", "kept")
    try stage.expect("“kept” was created, and") {
      guard let found = try stage.lookUp(item.identifier) else { return "item(for:) answers noSuchItem" }
      if found.filename != item.filename { return "item(for:) returns the name “\(found.filename)”" }
      let listed = try stage.caller.list(item.parent).contains { $0.identifier == item.identifier }
      return listed ? nil : "its folder does not list it"
    }
  }

  @Sendable private static func checkAgain(_ stage: ValidationStage) throws {
    let outer = try stage.folder()
    let first = try stage.makeFolder("again")
    let answer = try stage.caller.create(
      TemplateItem("again", in: outer.identifier, isFolder: true), contents: nil, options: .mayAlreadyExist)
    let count = try stage.caller.list(outer.identifier).filter { $0.filename == first.filename }.count
    if let second = answer.item, second.identifier != first.identifier, count > 1 {
      throw Violation(
        "a folder was created again with mayAlreadyExist, and there are \(count) folders “\(first.filename)”")
    }
  }

  @Sendable private static func checkParent(_ stage: ValidationStage) throws {
    let gone = try stage.makeFolder("gone parent")
    try stage.caller.delete(gone)
    guard try stage.isGone(gone.identifier) else { throw Unmet("the folder could not be removed") }
    let answer: ItemAnswer
    do {
      answer = try stage.caller.create(TemplateItem("orphan", in: gone.identifier), contents: stage.file("orphan"))
    } catch is Refusal { return }
    guard let item = answer.item, try stage.lookUp(item.parent) == nil, item.parent != .rootContainer else { return }
    throw Violation("“\(item.filename)” was created in “\(gone.identifier.rawValue)”, which does not exist")
  }
}
