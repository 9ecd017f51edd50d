import FileProviderDomains
import FileProviderProgram
import FileProviderStore

/// What `watch` shows, as lines for a terminal of a given size. Making them needs no terminal.
struct WatchView {
  struct Row: Hashable {
    var name: String
    var folder: String
    var marks: String
  }

  struct Change: Hashable {
    var time: String
    var event: ItemChange.Event
    var path: String
    var detail: String
  }

  var domain: String
  var memberCount: Int
  /// The first members, as many as can be shown.
  var members: [Row]
  /// The latest changes, the newest first.
  var changes: [Change]
  var hasColor: Bool
  /// How many members are above the first visible line.
  private(set) var offset = 0

  init(domain: String, memberCount: Int, members: [Row], changes: [Change], hasColor: Bool) {
    self.domain = domain
    self.memberCount = memberCount
    self.members = members
    self.changes = changes
    self.hasColor = hasColor
  }

  /// Scrolls, but not beyond the last members.
  mutating func scroll(to wanted: Int, height: Int) {
    offset = max(0, min(wanted, members.count - memberRows(height)))
  }

  private func changeRows(_ height: Int) -> Int { max(1, min(changes.count, (height - 2) / 3)) }
  private func memberRows(_ height: Int) -> Int { max(0, height - 2 - changeRows(height)) }

  /// Exactly `height` lines, each `width` columns wide.
  func lines(width: Int, height: Int) -> [String] {
    guard height > 3 else { return [styled(title(width), "7")] + [String](repeating: "", count: max(0, height - 1)) }
    let changeRows = changeRows(height)
    let memberRows = memberRows(height)
    var lines = [styled(title(width), "7")]
    for row in members.dropFirst(offset).prefix(memberRows) { lines.append(line(row, width)) }
    if members.isEmpty { lines.append(TerminalText.fitted("the working set is empty", to: width)) }
    if members.isEmpty && memberRows > 1 { lines.append(TerminalText.fitted(Self.remedy, to: width)) }
    while lines.count < 1 + memberRows { lines.append("") }
    lines.append(styled(TerminalText.fitted(" latest changes", to: width), "7"))
    for change in changes.prefix(changeRows) { lines.append(line(change, width)) }
    while lines.count < height { lines.append("") }
    return lines
  }

  private static var remedy: String {
    "“\(HostProgram.current.name) favorite PATH” or “tag PATH +TAG” adds items, and so does writing files on a mount"
  }

  private func title(_ width: Int) -> String {
    TerminalText.fitted(" \(domain): \(HumanText.count(Int64(memberCount))) in the working set · q quits", to: width)
  }

  private func line(_ row: Row, _ width: Int) -> String {
    let nameWidth = max(8, width * 2 / 5)
    let markWidth = max(0, width * 1 / 4)
    let folderWidth = max(0, width - nameWidth - markWidth - 2)
    return TerminalText.fitted(row.name, to: nameWidth) + " "
      + styled(TerminalText.fitted(row.folder, to: folderWidth), "2") + " "
      + TerminalText.fitted(row.marks, to: markWidth)
  }

  private func line(_ change: Change, _ width: Int) -> String {
    let color =
      switch change.event {
      case .add: "32"
      case .update: "33"
      case .delete: "31"
      }
    let text = TerminalText.fitted(change.path + (change.detail.isEmpty ? "" : "  " + change.detail), to: width - 18)
    return TerminalText.fitted(change.time, to: 9) + " "
      + styled(TerminalText.fitted(change.event.rawValue, to: 7), color)
      + " " + text
  }

  private func styled(_ text: String, _ code: String) -> String { hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}
