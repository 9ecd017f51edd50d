// The kinds that others are built on. Apple: Uniform Type Identifiers / System-declared uniform type identifiers.
extension UTType {
  /// Anything in a tree: `public.item`.
  public static let item = UTType(known: "public.item")
  /// Something with contents for people: `public.content`.
  public static let content = UTType(known: "public.content")
  /// Contents of several kinds, such as text with images: `public.composite-content`.
  public static let compositeContent = UTType(known: "public.composite-content")
  /// Bytes: `public.data`.
  public static let data = UTType(known: "public.data")
  /// Something that stands for another item: `com.apple.resolvable`.
  public static let resolvable = UTType(known: "com.apple.resolvable")
  /// A URL: `public.url`.
  public static let url = UTType(known: "public.url")
  /// A URL of a file: `public.file-url`.
  public static let fileURL = UTType(known: "public.file-url")
  /// A bookmark that finds a file again: `com.apple.bookmark`.
  public static let urlBookmarkData = UTType(known: "com.apple.bookmark")
  /// A log: `public.log`.
  public static let log = UTType(known: "public.log")
  /// A database: `public.database`.
  public static let database = UTType(known: "public.database")
  /// A message: `public.message`.
  public static let message = UTType(known: "public.message")
  /// A mail message: `public.email-message`.
  public static let emailMessage = UTType(known: "public.email-message")
  /// A contact: `public.contact`.
  public static let contact = UTType(known: "public.contact")
  /// A vCard: `public.vcard`.
  public static let vCard = UTType(known: "public.vcard")
  /// A task: `public.to-do-item`.
  public static let toDoItem = UTType(known: "public.to-do-item")
  /// A calendar event: `public.calendar-event`.
  public static let calendarEvent = UTType(known: "public.calendar-event")
  /// A bookmark: `public.bookmark`.
  public static let bookmark = UTType(known: "public.bookmark")
  /// A font: `public.font`.
  public static let font = UTType(known: "public.font")
  /// A list of media: `public.playlist`.
  public static let playlist = UTType(known: "public.playlist")
  /// An M3U list of media: `public.m3u-playlist`.
  public static let m3uPlaylist = UTType(known: "public.m3u-playlist")
  /// A PKCS #12 container: `com.rsa.pkcs-12`.
  public static let pkcs12 = UTType(known: "com.rsa.pkcs-12")
  /// An X.509 certificate: `public.x509-certificate`.
  public static let x509Certificate = UTType(known: "public.x509-certificate")
}
