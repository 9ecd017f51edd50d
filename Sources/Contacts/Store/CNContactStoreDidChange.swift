public import Foundation

extension NSNotification.Name {
  /// Others than the store that is the notification's object have changed contacts, or may have: another store, another process, a program on a mount.
  ///
  /// Fetch again what is shown. It is posted on a thread of this module as long as the store exists. Changes that follow one another closely are posted together.
  public static let CNContactStoreDidChange = NSNotification.Name("CNContactStoreDidChangeNotification")
}
