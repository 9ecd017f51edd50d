// Frequent types that have an established identifier but no constant.
extension TypeDeclaration {
  static let withoutConstant: [TypeDeclaration] = [
    TypeDeclaration(
      "org.gnu.gnu-zip-tar-archive", "compressed tar archive", of: ["org.gnu.gnu-zip-archive"],
      extensions: ["tgz", "tar.gz"],
      mimeTypes: ["application/x-compressed-tar", "application/x-gtar-compressed"]),
    TypeDeclaration(
      "org.7-zip.7-zip-archive", "7-Zip archive", of: ["public.archive"], extensions: ["7z"],
      mimeTypes: ["application/x-7z-compressed"]),
    TypeDeclaration(
      "com.rarlab.rar-archive", "RAR archive", of: ["public.archive"], extensions: ["rar"],
      mimeTypes: ["application/vnd.rar", "application/x-rar", "application/x-rar-compressed"]),
    TypeDeclaration(
      "org.tukaani.xz-archive", "XZ archive", of: ["public.archive"], extensions: ["xz"],
      mimeTypes: ["application/x-xz"]),
    TypeDeclaration(
      "com.apple.disk-image-udif", "Apple disk image", of: ["public.disk-image"], extensions: ["dmg"],
      mimeTypes: ["application/x-apple-diskimage"]),
    TypeDeclaration(
      "public.iso-image", "ISO disk image", of: ["public.disk-image"], extensions: ["iso"],
      mimeTypes: ["application/x-cd-image", "application/x-iso9660-image", "application/vnd.efi.iso"]),
    TypeDeclaration(
      "com.microsoft.word.doc", "Word document", of: ["public.data", "public.composite-content"], extensions: ["doc"],
      mimeTypes: ["application/msword"]),
    TypeDeclaration(
      "com.microsoft.excel.xls", "Excel workbook", of: ["public.data", "public.spreadsheet"], extensions: ["xls"],
      mimeTypes: ["application/vnd.ms-excel", "application/msexcel"]),
    TypeDeclaration(
      "com.microsoft.powerpoint.ppt", "PowerPoint presentation", of: ["public.data", "public.presentation"],
      extensions: ["ppt"],
      mimeTypes: ["application/vnd.ms-powerpoint", "application/mspowerpoint"]),
    TypeDeclaration(
      "org.openxmlformats.wordprocessingml.document", "Word document", of: ["public.data", "public.composite-content"],
      extensions: ["docx"],
      mimeTypes: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"]),
    TypeDeclaration(
      "org.openxmlformats.spreadsheetml.sheet", "Excel workbook", of: ["public.data", "public.spreadsheet"],
      extensions: ["xlsx"],
      mimeTypes: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"]),
    TypeDeclaration(
      "org.openxmlformats.presentationml.presentation", "PowerPoint presentation",
      of: ["public.data", "public.presentation"], extensions: ["pptx"],
      mimeTypes: ["application/vnd.openxmlformats-officedocument.presentationml.presentation"]),
    TypeDeclaration(
      "org.oasis-open.opendocument.text", "OpenDocument text", of: ["public.data", "public.composite-content"],
      extensions: ["odt"],
      mimeTypes: ["application/vnd.oasis.opendocument.text"]),
    TypeDeclaration(
      "org.oasis-open.opendocument.spreadsheet", "OpenDocument spreadsheet", of: ["public.data", "public.spreadsheet"],
      extensions: ["ods"],
      mimeTypes: ["application/vnd.oasis.opendocument.spreadsheet"]),
    TypeDeclaration(
      "org.oasis-open.opendocument.presentation", "OpenDocument presentation",
      of: ["public.data", "public.presentation"], extensions: ["odp"],
      mimeTypes: ["application/vnd.oasis.opendocument.presentation"]),
    TypeDeclaration(
      "net.daringfireball.markdown", "Markdown text", of: ["public.plain-text"],
      extensions: ["md", "markdown", "mdown"],
      mimeTypes: ["text/markdown", "text/x-markdown"]),
    TypeDeclaration(
      "public.truetype-ttf-font", "TrueType font", of: ["public.font"], extensions: ["ttf"],
      mimeTypes: ["font/ttf", "application/x-font-ttf"]),
    TypeDeclaration(
      "public.opentype-font", "OpenType font", of: ["public.font"], extensions: ["otf"],
      mimeTypes: ["font/otf", "application/x-font-otf"]),
    TypeDeclaration(
      "com.apple.ical.ics", "calendar", of: ["public.text", "public.calendar-event"], extensions: ["ics"],
      mimeTypes: ["text/calendar"]),
    TypeDeclaration(
      "com.apple.m4a-audio", "MPEG-4 audio", of: ["public.mpeg-4-audio"], extensions: ["m4a"],
      mimeTypes: ["audio/x-m4a"]),
    TypeDeclaration(
      "com.apple.m4v-video", "MPEG-4 movie", of: ["public.movie"], extensions: ["m4v"],
      mimeTypes: ["video/x-m4v"]),
    TypeDeclaration(
      "org.xiph.flac", "FLAC audio", of: ["public.audio"], extensions: ["flac"],
      mimeTypes: ["audio/flac", "audio/x-flac"]),
    TypeDeclaration(
      "org.xiph.ogg-audio", "Ogg audio", of: ["public.audio"], extensions: ["ogg", "oga"],
      mimeTypes: ["audio/ogg", "audio/x-vorbis+ogg"]),
    TypeDeclaration(
      "org.matroska.mkv", "Matroska movie", of: ["public.movie"], extensions: ["mkv"],
      mimeTypes: ["video/x-matroska", "video/matroska"]),
    TypeDeclaration(
      "org.webmproject.webm", "WebM movie", of: ["public.movie"], extensions: ["webm"],
      mimeTypes: ["video/webm"]),
  ]
}
