/// What a program is going to do with a file. Apple: Foundation / `NSFileAccessIntent`.
open class NSFileAccessIntent: NSObject, @unchecked Sendable {
  // Sendable because it never changes; the compiler cannot know that of subclasses.
  private let place: URL

  /// The file.
  open var url: URL { place }

  private init(_ url: URL) { place = url }

  /// It is going to be read.
  public class func readingIntent(
    with url: URL, options: NSFileCoordinator.ReadingOptions = []
  ) -> NSFileAccessIntent { NSFileAccessIntent(url) }

  /// It is going to be written.
  public class func writingIntent(
    with url: URL, options: NSFileCoordinator.WritingOptions = []
  ) -> NSFileAccessIntent { NSFileAccessIntent(url) }
}
