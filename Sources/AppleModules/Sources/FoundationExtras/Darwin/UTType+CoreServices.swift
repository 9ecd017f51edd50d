import UniformTypeIdentifiers

// The calls that came before `UTType`, by which old code finds types. Apple: Core Services / UTType.h.

/// What has an extension, a name as of MIME, and so on.
public var kUTTagClassFilenameExtension: CFString { "public.filename-extension" }
/// The name as of MIME.
public var kUTTagClassMIMEType: CFString { "public.mime-type" }

/// A folder.
public var kUTTypeFolder: CFString { "public.folder" }
/// Anything that has files in it.
public var kUTTypeDirectory: CFString { "public.directory" }
/// Bytes.
public var kUTTypeData: CFString { "public.data" }
/// Anything in a file system.
public var kUTTypeItem: CFString { "public.item" }
/// A document.
public var kUTTypeContent: CFString { "public.content" }
/// Text.
public var kUTTypeText: CFString { "public.text" }
/// Text without any form.
public var kUTTypePlainText: CFString { "public.plain-text" }
/// A picture.
public var kUTTypeImage: CFString { "public.image" }
/// A film.
public var kUTTypeMovie: CFString { "public.movie" }
/// A sound.
public var kUTTypeAudio: CFString { "public.audio" }
/// A symbolic link.
public var kUTTypeSymLink: CFString { "public.symlink" }
/// A package: a folder that is shown as a document.
public var kUTTypePackage: CFString { "com.apple.package" }

/// The type of an extension or the like.
public func UTTypeCreatePreferredIdentifierForTag(
  _ tagClass: CFString, _ tag: CFString, _ conformingTo: CFString?
) -> Unmanaged<CFString>? {
  let type = UTType(
    tag: tag as String, tagClass: UTTagClass(rawValue: tagClass as String),
    conformingTo: conformingTo.flatMap { UTType($0 as String) })
  return type.map { Unmanaged.passRetained($0.identifier as NSString) }
}

/// Whether a type is one of the kind of another.
public func UTTypeConformsTo(_ type: CFString, _ other: CFString) -> Bool {
  guard let type = UTType(type as String), let other = UTType(other as String) else { return type.isEqual(other) }
  return type.conforms(to: other)
}

/// The extension or the like of a type.
public func UTTypeCopyPreferredTagWithClass(_ type: CFString, _ tagClass: CFString) -> Unmanaged<CFString>? {
  let tags = UTType(type as String)?.tags[UTTagClass(rawValue: tagClass as String)]
  return tags?.first.map { Unmanaged.passRetained($0 as NSString) }
}
