/// A notification on the user's desktop without actions.
package enum DesktopMessage {
  /// Shows it. Returns at once. Without a desktop, nothing happens.
  package static func show(_ text: String, title: String, isProblem: Bool) {
    let notice = DesktopNotice(kind: isProblem ? .problem : .message, title: title, text: text)
    DesktopNotices { _, _ in nil }?.show(notice)
  }
}
