// Pictures, as declarations.
extension TypeDeclaration {
  static let images: [TypeDeclaration] = [
    TypeDeclaration(
      "public.image", "image", of: ["public.data", "public.content"]),
    TypeDeclaration(
      "public.jpeg", "JPEG image", of: ["public.image"], extensions: ["jpeg", "jpg", "jpe"],
      mimeTypes: ["image/jpeg", "image/jpg", "image/pjpeg"]),
    TypeDeclaration(
      "public.jpeg-xl", "JPEG XL image", of: ["public.image"], extensions: ["jxl"],
      mimeTypes: ["image/jxl"]),
    TypeDeclaration(
      "public.png", "PNG image", of: ["public.image"], extensions: ["png"],
      mimeTypes: ["image/png"]),
    TypeDeclaration(
      "com.compuserve.gif", "GIF image", of: ["public.image"], extensions: ["gif"],
      mimeTypes: ["image/gif"]),
    TypeDeclaration(
      "public.tiff", "TIFF image", of: ["public.image"], extensions: ["tiff", "tif"],
      mimeTypes: ["image/tiff"]),
    TypeDeclaration(
      "com.microsoft.bmp", "BMP image", of: ["public.image"], extensions: ["bmp", "dib"],
      mimeTypes: ["image/bmp", "image/x-bmp", "image/x-ms-bmp"]),
    TypeDeclaration(
      "com.microsoft.ico", "Windows icon", of: ["public.image"], extensions: ["ico"],
      mimeTypes: ["image/vnd.microsoft.icon", "image/x-icon"]),
    TypeDeclaration(
      "com.apple.icns", "Apple icon", of: ["public.image"], extensions: ["icns"],
      mimeTypes: ["image/x-icns"]),
    TypeDeclaration(
      "public.svg-image", "SVG image", of: ["public.image", "public.xml"], extensions: ["svg", "svgz"],
      mimeTypes: ["image/svg+xml"]),
    TypeDeclaration(
      "org.webmproject.webp", "WebP image", of: ["public.image"], extensions: ["webp"],
      mimeTypes: ["image/webp"]),
    TypeDeclaration(
      "public.heif", "HEIF image", of: ["public.image"], extensions: ["heif", "hif"],
      mimeTypes: ["image/heif"]),
    TypeDeclaration(
      "public.heic", "HEIC image", of: ["public.heif"], extensions: ["heic"],
      mimeTypes: ["image/heic"]),
    TypeDeclaration(
      "public.heics", "HEIC sequence of images", of: ["public.heif", "public.movie"], extensions: ["heics"],
      mimeTypes: ["image/heic-sequence"]),
    TypeDeclaration(
      "com.ilm.openexr-image", "OpenEXR image", of: ["public.image"], extensions: ["exr"],
      mimeTypes: ["image/x-exr"]),
    TypeDeclaration(
      "public.camera-raw-image", "camera raw image", of: ["public.image"]),
    TypeDeclaration(
      "com.adobe.raw-image", "DNG image", of: ["public.camera-raw-image"], extensions: ["dng"],
      mimeTypes: ["image/x-adobe-dng", "image/dng"]),
    TypeDeclaration(
      "com.apple.live-photo", "live photo", of: ["public.data", "public.content"]),
    TypeDeclaration(
      "public.3d-content", "3D model", of: ["public.content"]),
    TypeDeclaration(
      "com.pixar.universal-scene-description", "USD scene", of: ["public.data", "public.3d-content"],
      extensions: ["usd", "usda", "usdc"],
      mimeTypes: ["model/vnd.usd"]),
    TypeDeclaration(
      "com.pixar.universal-scene-description-mobile", "USDZ scene", of: ["com.pixar.universal-scene-description"],
      extensions: ["usdz"],
      mimeTypes: ["model/vnd.usdz+zip"]),
  ]
}
