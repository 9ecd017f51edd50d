/// What a program is going to do with a file. Apple: Foundation / `NSFileAccessIntent`.
open class NSFileAccessIntent: NSObject, @unchecked Sendable {
  // Sendable because it never changes; the compiler cannot know that of subclasses.
  private let place: URL
  /// How it is going to be written; `nil` for what is going to be read.
  let writing: NSFileCoordinator.WritingOptions?

  /// The file.
  open var url: URL { place }

  private init(_ url: URL, writing: NSFileCoordinator.WritingOptions? = nil) { (place, self.writing) = (url, writing) }

  /// It is going to be read.
  public class func readingIntent(
    with url: URL, options: NSFileCoordinator.ReadingOptions = []
  ) -> NSFileAccessIntent { NSFileAccessIntent(url) }

  /// It is going to be written.
  public class func writingIntent(
    with url: URL, options: NSFileCoordinator.WritingOptions = []
  ) -> NSFileAccessIntent { NSFileAccessIntent(url, writing: options) }
}
