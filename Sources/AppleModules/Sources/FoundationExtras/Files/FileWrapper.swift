/// A file, a folder with what is in it, or a link, in memory.
///
/// Apple: Foundation / `FileWrapper`.
open class FileWrapper: NSObject {
  /// How a wrapper is read.
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Everything is read at once, as it always is here.
    public static let immediate = Self(rawValue: 1 << 0)
    /// Contents are not mapped.
    public static let withoutMapping = Self(rawValue: 1 << 1)
  }

  /// How a wrapper is written.
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The place has the whole of it or what was there before.
    public static let atomic = Self(rawValue: 1 << 0)
    /// The wrappers are given the names that they were written under.
    public static let withNameUpdating = Self(rawValue: 1 << 1)
  }

  enum Content {
    case file(Data)
    case folder([String: FileWrapper])
    case link(URL)
  }

  var content: Content
  /// The name that it has where it was read or written.
  open var filename: String?
  /// The name that it is to have in a folder.
  open var preferredFilename: String?
  /// The file's attributes, such as its permissions and dates.
  open var fileAttributes: [String: Any] = [:]

  /// A file.
  public init(regularFileWithContents contents: Data) { content = .file(contents) }
  /// A link.
  public init(symbolicLinkWithDestinationURL url: URL) { content = .link(url) }
  /// A folder. A wrapper without a name of its own is given its key.
  public init(directoryWithFileWrappers childrenByPreferredName: [String: FileWrapper]) {
    content = .folder(childrenByPreferredName)
    for (name, child) in childrenByPreferredName where child.preferredFilename == nil { child.preferredFilename = name }
  }
  /// What is at a place.
  public init(url: URL, options: ReadingOptions = []) throws {
    (content, fileAttributes) = try Self.read(url, options)
    (filename, preferredFilename) = (url.lastPathComponent, url.lastPathComponent)
  }

  /// Whether it is a file.
  open var isRegularFile: Bool { regularFileContents != nil }
  /// Whether it is a folder.
  open var isDirectory: Bool { fileWrappers != nil }
  /// Whether it is a link.
  open var isSymbolicLink: Bool { symbolicLinkDestinationURL != nil }
  /// The contents of a file; `nil` for what is none.
  open var regularFileContents: Data? { if case .file(let data) = content { data } else { nil } }
  /// What a folder has, by name; `nil` for what is none.
  open var fileWrappers: [String: FileWrapper]? { if case .folder(let children) = content { children } else { nil } }
  /// Where a link leads; `nil` for what is none.
  open var symbolicLinkDestinationURL: URL? { if case .link(let url) = content { url } else { nil } }

  /// Adds to a folder, under the preferred name or, where that is taken, a name with a number.
  ///
  /// - Returns: the name.
  @discardableResult
  open func addFileWrapper(_ child: FileWrapper) -> String {
    guard case .folder(var children) = content, let name = child.preferredFilename else {
      preconditionFailure("a wrapper is added to a folder, and has a preferredFilename")
    }
    let key = (1...).lazy.map { $0 == 1 ? name : "__#$!@%!#__\($0)_\(name)" }.first { children[$0] == nil } ?? name
    children[key] = child
    content = .folder(children)
    return key
  }

  /// Adds a file to a folder.
  @discardableResult
  open func addRegularFile(withContents data: Data, preferredFilename fileName: String) -> String {
    let child = FileWrapper(regularFileWithContents: data)
    child.preferredFilename = fileName
    return addFileWrapper(child)
  }

  /// Takes one out of a folder.
  open func removeFileWrapper(_ child: FileWrapper) {
    guard case .folder(let children) = content else { return }
    content = .folder(children.filter { $0.value !== child })
  }

  /// The name that one has in a folder.
  open func keyForChildFileWrapper(_ child: FileWrapper) -> String? {
    fileWrappers?.first { $0.value === child }?.key
  }
}
