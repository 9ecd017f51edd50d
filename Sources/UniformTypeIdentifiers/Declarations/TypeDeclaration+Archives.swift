// Many items in one, as declarations.
extension TypeDeclaration {
  static let archives: [TypeDeclaration] = [
    TypeDeclaration(
      "public.archive", "archive", of: ["public.data"]),
    TypeDeclaration(
      "public.zip-archive", "ZIP archive", of: ["public.archive"], extensions: ["zip"],
      mimeTypes: ["application/zip", "application/x-zip-compressed", "application/x-zip"]),
    TypeDeclaration(
      "org.gnu.gnu-zip-archive", "gzip archive", of: ["public.archive"], extensions: ["gz", "gzip"],
      mimeTypes: ["application/gzip", "application/x-gzip"]),
    TypeDeclaration(
      "public.bzip2-archive", "bzip2 archive", of: ["public.archive"], extensions: ["bz2", "bzip2", "bz"],
      mimeTypes: ["application/x-bzip2", "application/bzip2", "application/x-bzip"]),
    TypeDeclaration(
      "public.tar-archive", "tar archive", of: ["public.archive"], extensions: ["tar"],
      mimeTypes: ["application/x-tar"]),
    TypeDeclaration(
      "com.apple.archive", "Apple archive", of: ["public.archive"], extensions: ["aar"]),
    TypeDeclaration(
      "public.disk-image", "disk image", of: ["public.archive"]),
  ]
}
