// Text and what is written in it, as declarations.
extension TypeDeclaration {
  static let text: [TypeDeclaration] = [
    TypeDeclaration(
      "public.text", "text", of: ["public.data", "public.content"]),
    TypeDeclaration(
      "public.plain-text", "plain text", of: ["public.text"], extensions: ["txt", "text"],
      mimeTypes: ["text/plain"]),
    TypeDeclaration(
      "public.utf8-plain-text", "plain text (UTF-8)", of: ["public.plain-text"]),
    TypeDeclaration(
      "public.utf16-plain-text", "plain text (UTF-16)", of: ["public.plain-text"]),
    TypeDeclaration(
      "public.utf16-external-plain-text", "plain text (UTF-16)", of: ["public.plain-text"]),
    TypeDeclaration(
      "public.delimited-values-text", "delimited text", of: ["public.text"]),
    TypeDeclaration(
      "public.comma-separated-values-text", "CSV document", of: ["public.delimited-values-text"], extensions: ["csv"],
      mimeTypes: ["text/csv", "text/comma-separated-values"]),
    TypeDeclaration(
      "public.tab-separated-values-text", "TSV document", of: ["public.delimited-values-text"], extensions: ["tsv"],
      mimeTypes: ["text/tab-separated-values"]),
    TypeDeclaration(
      "public.utf8-tab-separated-values-text", "TSV document (UTF-8)",
      of: ["public.tab-separated-values-text", "public.utf8-plain-text"]),
    TypeDeclaration(
      "public.rtf", "RTF text", of: ["public.text"], extensions: ["rtf"],
      mimeTypes: ["text/rtf", "application/rtf"]),
    TypeDeclaration(
      "com.apple.rtfd", "RTFD document", of: ["com.apple.package", "public.composite-content"], extensions: ["rtfd"]),
    TypeDeclaration(
      "com.apple.flat-rtfd", "flat RTFD document", of: ["public.data", "public.composite-content"]),
    TypeDeclaration(
      "public.html", "HTML page", of: ["public.text"], extensions: ["html", "htm", "shtml"],
      mimeTypes: ["text/html"]),
    TypeDeclaration(
      "public.xml", "XML document", of: ["public.text"], extensions: ["xml"],
      mimeTypes: ["application/xml", "text/xml"]),
    TypeDeclaration(
      "public.yaml", "YAML document", of: ["public.text"], extensions: ["yaml", "yml"],
      mimeTypes: ["application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml"]),
    TypeDeclaration(
      "public.css", "style sheet", of: ["public.text"], extensions: ["css"],
      mimeTypes: ["text/css"]),
    TypeDeclaration(
      "public.json", "JSON document", of: ["public.text"], extensions: ["json"],
      mimeTypes: ["application/json"]),
    TypeDeclaration(
      "public.geojson", "GeoJSON document", of: ["public.json"], extensions: ["geojson"],
      mimeTypes: ["application/geo+json", "application/vnd.geo+json"]),
    TypeDeclaration(
      "com.apple.property-list", "property list", of: ["public.data"], extensions: ["plist"]),
    TypeDeclaration(
      "com.apple.xml-property-list", "property list in XML", of: ["public.xml", "com.apple.property-list"]),
    TypeDeclaration(
      "com.apple.binary-property-list", "property list in binary", of: ["com.apple.property-list"]),
    TypeDeclaration(
      "com.adobe.pdf", "PDF document", of: ["public.data", "public.composite-content"], extensions: ["pdf"],
      mimeTypes: ["application/pdf", "application/x-pdf"]),
    TypeDeclaration(
      "com.apple.webarchive", "web archive", of: ["public.data", "public.composite-content"],
      extensions: ["webarchive"],
      mimeTypes: ["application/x-webarchive"]),
    TypeDeclaration(
      "org.idpf.epub-container", "EPUB book", of: ["public.data", "public.composite-content"], extensions: ["epub"],
      mimeTypes: ["application/epub+zip"]),
    TypeDeclaration(
      "public.presentation", "presentation", of: ["public.composite-content"]),
    TypeDeclaration(
      "public.spreadsheet", "spreadsheet", of: ["public.content"]),
  ]
}
