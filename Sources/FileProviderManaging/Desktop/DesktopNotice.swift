import FileProviderProgram
import FileProviderStore
import SecretService

/// A notification on the user's desktop.
struct DesktopNotice: Sendable, Hashable {
  /// What the user may do about it. The raw value begins the action's key on the bus.
  enum Action: String, Sendable {
    /// Show the items in the file manager.
    case show
    /// Delete here what the provider deleted.
    case accept
    /// Create again at the provider what it deleted.
    case restore

    /// The words on the button.
    var label: String {
      switch self {
      case .show: "Show"
      case .accept: "Delete Here, Too"
      case .restore: "Restore"
      }
    }
  }

  /// A newer one of a kind takes the place of one that is shown.
  enum Kind: Sendable, Hashable {
    case message
    case problem
    /// What was held when it was made.
    case heldDeletions(HeldDeletions)
    /// How many there are, and the documents and copies of the last ones.
    case conflicts(Int, last: [ItemID])
  }

  /// The name of its icon in the desktop's theme.
  var icon: String { kind == .message ? "dialog-information" : "dialog-warning" }

  let kind: Kind
  let title: String
  let text: String
  var actions: [Action] = []

  /// A provider's error that requires user action.
  static func problem(_ text: String, title: String) -> DesktopNotice {
    DesktopNotice(kind: .problem, title: title, text: text)
  }

  /// A mass deletion that is held. Not every desktop shows actions, so the text has the commands.
  ///
  /// - Parameter domain: The name of the domain.
  static func heldDeletions(_ held: HeldDeletions, in domain: String, title: String) -> DesktopNotice {
    let sync = "“\(HostProgram.current.name) sync --domain \(ShellWord.quoted(domain))"
    return DesktopNotice(
      kind: .heldDeletions(held), title: title,
      text: """
        The provider deleted \(HumanText.items(held.items)) at once, perhaps by mistake. They are kept here until you decide: \(sync) --restore” creates \
        them again at the provider, \(sync) --accept-deletions” deletes them here, too.
        """,
      actions: [.show, .restore, .accept])
  }

  /// Documents that were changed both here and at the provider.
  ///
  /// - Parameters:
  ///   - count: How many times that has happened.
  ///   - items: The document of each of the last times, and after it the copy with what was changed here.
  static func conflicts(_ count: Int = 1, last items: [ItemID], title: String) -> DesktopNotice {
    let text =
      count == 1
      ? "A document was changed both here and at the provider. What was changed here is in a copy beside it."
      : """
      \(HumanText.count(Int64(count))) conflicts: documents were changed both here and at the provider. What was changed here is in copies beside them.
      """
    return DesktopNotice(
      kind: .conflicts(count, last: Array(items.suffix(mostItems))), title: title, text: text, actions: [.show])
  }

  /// The notice that takes the place of an earlier one.
  func following(_ earlier: DesktopNotice) -> DesktopNotice {
    guard case .conflicts(let count, let items) = kind, case .conflicts(let before, let others) = earlier.kind else {
      return self
    }
    return .conflicts(before + count, last: others + items, title: title)
  }

  /// Whether it takes the place of another.
  func follows(_ earlier: DesktopNotice) -> Bool {
    switch (kind, earlier.kind) {
    case (.heldDeletions, .heldDeletions), (.conflicts, .conflicts): true
    default: false
    }
  }

  /// How many items a file manager is to show at once.
  static let mostItems = 20

  /// A text on one line and of limited length, since a provider's message can be anything: NUL, which a bus cannot carry, and other controls become spaces.
  /// There is room for the commands with the longest name of a domain, twice.
  static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(1000) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
      default: line.append(BusText.carries(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return String(line)
  }

  /// A text as the markup that shows it.
  static func markup(_ text: String) -> String { text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") }
}
