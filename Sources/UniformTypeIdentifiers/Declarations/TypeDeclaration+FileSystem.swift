// What a file system knows, as declarations.
extension TypeDeclaration {
  static let fileSystem: [TypeDeclaration] = [
    TypeDeclaration(
      "public.directory", "directory", of: ["public.item"],
      mimeTypes: ["inode/directory"]),
    TypeDeclaration(
      "public.folder", "folder", of: ["public.directory"]),
    TypeDeclaration(
      "public.volume", "volume", of: ["public.folder"]),
    TypeDeclaration(
      "com.apple.mount-point", "mount point", of: ["public.item", "com.apple.resolvable"],
      mimeTypes: ["inode/mount-point"]),
    TypeDeclaration(
      "public.symlink", "symbolic link", of: ["public.item", "com.apple.resolvable"],
      mimeTypes: ["inode/symlink"]),
    TypeDeclaration(
      "com.apple.alias-file", "alias file", of: ["public.data", "com.apple.resolvable"]),
    TypeDeclaration(
      "com.apple.package", "package", of: ["public.directory"]),
    TypeDeclaration(
      "com.apple.bundle", "bundle", of: ["public.directory"], extensions: ["bundle"]),
    TypeDeclaration(
      "com.apple.plugin", "plug-in", of: ["com.apple.bundle", "com.apple.package"], extensions: ["plugin"]),
    TypeDeclaration(
      "com.apple.framework", "framework", of: ["com.apple.bundle"], extensions: ["framework"]),
    TypeDeclaration(
      "com.apple.xpc-service", "service", of: ["com.apple.bundle", "com.apple.package"], extensions: ["xpc"]),
    TypeDeclaration(
      "com.apple.application", "application", of: ["public.executable"]),
    TypeDeclaration(
      "com.apple.application-bundle", "application",
      of: ["com.apple.application", "com.apple.bundle", "com.apple.package"], extensions: ["app"]),
    TypeDeclaration(
      "com.apple.application-and-system-extension", "application extension", of: ["com.apple.xpc-service"],
      extensions: ["appex"]),
    TypeDeclaration(
      "public.executable", "executable", of: ["public.item"]),
    TypeDeclaration(
      "public.unix-executable", "executable", of: ["public.data", "public.executable"],
      mimeTypes: ["application/x-executable", "application/x-pie-executable", "application/x-sharedlib"]),
    TypeDeclaration(
      "com.microsoft.windows-executable", "Windows executable", of: ["public.data", "public.executable"],
      extensions: ["exe"],
      mimeTypes: [
        "application/vnd.microsoft.portable-executable", "application/x-msdownload", "application/x-ms-dos-executable",
      ]),
    TypeDeclaration(
      "com.apple.internet-location", "internet location", of: ["public.data"], extensions: ["inetloc"]),
    TypeDeclaration(
      "com.microsoft.internet-shortcut", "internet shortcut", of: ["public.data"], extensions: ["url"],
      mimeTypes: ["application/x-mswinurl"]),
  ]
}
