public import Dispatch

/// A source that tells of changes of an open file or folder.
///
/// A folder tells of what comes, goes and is renamed in it as ``DispatchSource/FileSystemEvent/write``. That an open folder was removed is told
/// when nobody has it open any more. Each write is told with a change of size, and each change of the status with one of the number of names;
/// what is revoked or unlocked is never told.
public protocol DispatchSourceFileSystemObject: AnyObject, DispatchSourceProtocol {}

extension DispatchSource {
  /// A source for the file that a descriptor is open for, which stays the caller's to close; it is to be resumed, and to be kept: one that nobody keeps
  /// tells nothing.
  ///
  /// Where the system has no watch left (`fs.inotify.max_user_watches`), it tells of nothing.
  public class func makeFileSystemObjectSource(
    fileDescriptor: Int32, eventMask: FileSystemEvent, queue: DispatchQueue? = nil
  ) -> any DispatchSourceFileSystemObject {
    FileSystemObjectSource(fileDescriptor, eventMask, queue ?? .global())
  }
}

extension DispatchSourceFileSystemObject {
  /// What has happened since the last call of the handler; of use within it.
  public var data: DispatchSource.FileSystemEvent { FileSystemObjectSource.of(self).happened }
  /// What it tells of.
  public var mask: DispatchSource.FileSystemEvent { FileSystemObjectSource.of(self).wanted }
  /// The descriptor.
  public var handle: Int32 { FileSystemObjectSource.of(self).descriptor }

  /// Has a closure called when something has happened.
  public func setEventHandler(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], handler: (() -> Void)?
  ) {
    FileSystemObjectSource.of(self).handlers.event = handler
  }

  /// Has a work item called when something has happened.
  public func setEventHandler(handler: DispatchWorkItem) {
    FileSystemObjectSource.of(self).handlers.event = { handler.perform() }
  }

  /// Has a closure called once it tells of nothing any more: the place to close the descriptor.
  public func setCancelHandler(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], handler: (() -> Void)?
  ) {
    FileSystemObjectSource.of(self).handlers.cancel = handler
  }

  /// Begins. Once it has begun, this does nothing.
  public func activate() { FileSystemObjectSource.of(self).begin() }
}
