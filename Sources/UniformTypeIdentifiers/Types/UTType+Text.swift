// Text and what is written in it. Apple: Uniform Type Identifiers / System-declared uniform type identifiers.
extension UTType {
  /// Text of any kind: `public.text`.
  public static let text = UTType(known: "public.text")
  /// Text without markup: `public.plain-text`.
  public static let plainText = UTType(known: "public.plain-text")
  /// Text in UTF-8: `public.utf8-plain-text`.
  public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
  /// Text in UTF-16, native byte order: `public.utf16-plain-text`.
  public static let utf16PlainText = UTType(known: "public.utf16-plain-text")
  /// Text in UTF-16 with a byte order mark: `public.utf16-external-plain-text`.
  public static let utf16ExternalPlainText = UTType(known: "public.utf16-external-plain-text")
  /// Text in columns: `public.delimited-values-text`.
  public static let delimitedText = UTType(known: "public.delimited-values-text")
  /// Columns separated by commas: `public.comma-separated-values-text`.
  public static let commaSeparatedText = UTType(known: "public.comma-separated-values-text")
  /// Columns separated by tabs: `public.tab-separated-values-text`.
  public static let tabSeparatedText = UTType(known: "public.tab-separated-values-text")
  /// Columns separated by tabs, in UTF-8: `public.utf8-tab-separated-values-text`.
  public static let utf8TabSeparatedText = UTType(known: "public.utf8-tab-separated-values-text")
  /// RTF text: `public.rtf`.
  public static let rtf = UTType(known: "public.rtf")
  /// RTF text with attachments: `com.apple.rtfd`.
  public static let rtfd = UTType(known: "com.apple.rtfd")
  /// RTF text with attachments in one file: `com.apple.flat-rtfd`.
  public static let flatRTFD = UTType(known: "com.apple.flat-rtfd")
  /// An HTML page: `public.html`.
  public static let html = UTType(known: "public.html")
  /// An XML document: `public.xml`.
  public static let xml = UTType(known: "public.xml")
  /// A YAML document: `public.yaml`.
  public static let yaml = UTType(known: "public.yaml")
  /// A style sheet: `public.css`.
  public static let css = UTType(known: "public.css")
  /// A JSON document: `public.json`.
  public static let json = UTType(known: "public.json")
  /// A GeoJSON document: `public.geojson`.
  public static let geoJSON = UTType(known: "public.geojson")
  /// A property list: `com.apple.property-list`.
  public static let propertyList = UTType(known: "com.apple.property-list")
  /// A property list in XML: `com.apple.xml-property-list`.
  public static let xmlPropertyList = UTType(known: "com.apple.xml-property-list")
  /// A property list in binary: `com.apple.binary-property-list`.
  public static let binaryPropertyList = UTType(known: "com.apple.binary-property-list")
  /// A PDF document: `com.adobe.pdf`.
  public static let pdf = UTType(known: "com.adobe.pdf")
  /// A web page with all it needs: `com.apple.webarchive`.
  public static let webArchive = UTType(known: "com.apple.webarchive")
  /// An EPUB book: `org.idpf.epub-container`.
  public static let epub = UTType(known: "org.idpf.epub-container")
  /// A presentation: `public.presentation`.
  public static let presentation = UTType(known: "public.presentation")
  /// A spreadsheet: `public.spreadsheet`.
  public static let spreadsheet = UTType(known: "public.spreadsheet")
}
