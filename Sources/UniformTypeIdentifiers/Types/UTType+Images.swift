// Pictures. Apple: Uniform Type Identifiers / System-declared uniform type identifiers.
extension UTType {
  /// A picture: `public.image`.
  public static let image = UTType(known: "public.image")
  /// A JPEG picture: `public.jpeg`.
  public static let jpeg = UTType(known: "public.jpeg")
  /// A JPEG XL picture: `public.jpeg-xl`.
  public static let jpegxl = UTType(known: "public.jpeg-xl")
  /// A PNG picture: `public.png`.
  public static let png = UTType(known: "public.png")
  /// A GIF picture: `com.compuserve.gif`.
  public static let gif = UTType(known: "com.compuserve.gif")
  /// A TIFF picture: `public.tiff`.
  public static let tiff = UTType(known: "public.tiff")
  /// A BMP picture: `com.microsoft.bmp`.
  public static let bmp = UTType(known: "com.microsoft.bmp")
  /// A Windows icon: `com.microsoft.ico`.
  public static let ico = UTType(known: "com.microsoft.ico")
  /// An Apple icon: `com.apple.icns`.
  public static let icns = UTType(known: "com.apple.icns")
  /// An SVG picture: `public.svg-image`.
  public static let svg = UTType(known: "public.svg-image")
  /// A WebP picture: `org.webmproject.webp`.
  public static let webP = UTType(known: "org.webmproject.webp")
  /// An HEIF picture: `public.heif`.
  public static let heif = UTType(known: "public.heif")
  /// An HEIC picture: `public.heic`.
  public static let heic = UTType(known: "public.heic")
  /// An HEIC sequence of pictures: `public.heics`.
  public static let heics = UTType(known: "public.heics")
  /// An OpenEXR picture: `com.ilm.openexr-image`.
  public static let exr = UTType(known: "com.ilm.openexr-image")
  /// An unprocessed picture of a camera: `public.camera-raw-image`.
  public static let rawImage = UTType(known: "public.camera-raw-image")
  /// A DNG picture: `com.adobe.raw-image`.
  public static let dng = UTType(known: "com.adobe.raw-image")
  /// A picture with a short movie: `com.apple.live-photo`.
  public static let livePhoto = UTType(known: "com.apple.live-photo")
  /// A three-dimensional model: `public.3d-content`.
  public static let threeDContent = UTType(known: "public.3d-content")
  /// A USD scene: `com.pixar.universal-scene-description`.
  public static let usd = UTType(known: "com.pixar.universal-scene-description")
  /// A USD scene in one file: `com.pixar.universal-scene-description-mobile`.
  public static let usdz = UTType(known: "com.pixar.universal-scene-description-mobile")
}
