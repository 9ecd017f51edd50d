/// A kind of file, as Apple and as gdk-pixbuf call it.
struct PictureFormat {
  let type: String
  let name: String

  private static let all = [
    Self(type: "public.png", name: "png"), Self(type: "public.jpeg", name: "jpeg"),
    Self(type: "public.tiff", name: "tiff"), Self(type: "com.microsoft.bmp", name: "bmp"),
    Self(type: "com.microsoft.ico", name: "ico"), Self(type: "com.compuserve.gif", name: "gif"),
    Self(type: "org.webmproject.webp", name: "webp"), Self(type: "public.heic", name: "heif/avif"),
    Self(type: "public.svg-image", name: "svg"),
  ]

  private init(type: String, name: String) {
    self.type = type
    self.name = name
  }
  /// The kind with gdk-pixbuf's name.
  init?(name: String) {
    guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }
  /// The kind with Apple's name.
  init?(type: String) {
    guard let format = Self.all.first(where: { $0.type == type }) else { return nil }
    self = format
  }
}
