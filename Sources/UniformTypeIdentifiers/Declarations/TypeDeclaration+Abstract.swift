// The kinds that others are built on, as declarations.
extension TypeDeclaration {
  static let abstract: [TypeDeclaration] = [
    TypeDeclaration(
      "public.item", "item", of: []),
    TypeDeclaration(
      "public.content", "content", of: []),
    TypeDeclaration(
      "public.composite-content", "composite content", of: ["public.content"]),
    TypeDeclaration(
      "public.data", "data", of: ["public.item"],
      mimeTypes: ["application/octet-stream"]),
    TypeDeclaration(
      "com.apple.resolvable", "reference", of: []),
    TypeDeclaration(
      "public.url", "URL", of: ["public.data"]),
    TypeDeclaration(
      "public.file-url", "file URL", of: ["public.url"]),
    TypeDeclaration(
      "com.apple.bookmark", "bookmark", of: ["public.data", "com.apple.resolvable"]),
    TypeDeclaration(
      "public.log", "log", of: ["public.plain-text"], extensions: ["log"],
      mimeTypes: ["text/x-log"]),
    TypeDeclaration(
      "public.database", "database", of: ["public.data"]),
    TypeDeclaration(
      "public.message", "message", of: []),
    TypeDeclaration(
      "public.email-message", "mail message", of: ["public.message"],
      mimeTypes: ["message/rfc822"]),
    TypeDeclaration(
      "public.contact", "contact", of: ["public.content"]),
    TypeDeclaration(
      "public.vcard", "vCard", of: ["public.text", "public.contact"], extensions: ["vcf", "vcard"],
      mimeTypes: ["text/vcard", "text/x-vcard", "text/directory"]),
    TypeDeclaration(
      "public.to-do-item", "task", of: []),
    TypeDeclaration(
      "public.calendar-event", "calendar event", of: []),
    TypeDeclaration(
      "public.bookmark", "bookmark", of: []),
    TypeDeclaration(
      "public.font", "font", of: ["public.data"]),
    TypeDeclaration(
      "public.playlist", "playlist", of: []),
    TypeDeclaration(
      "public.m3u-playlist", "M3U playlist", of: ["public.plain-text", "public.playlist"], extensions: ["m3u", "m3u8"],
      mimeTypes: ["audio/x-mpegurl", "audio/mpegurl", "application/vnd.apple.mpegurl"]),
    TypeDeclaration(
      "com.rsa.pkcs-12", "PKCS #12 container", of: ["public.data"], extensions: ["p12", "pfx"],
      mimeTypes: ["application/x-pkcs12", "application/pkcs12"]),
    TypeDeclaration(
      "public.x509-certificate", "X.509 certificate", of: ["public.data"], extensions: ["cer", "crt", "der", "pem"],
      mimeTypes: ["application/x-x509-ca-cert", "application/pkix-cert"]),
  ]
}
