import CFuse3
import FileProviderFileSystem
import Glibc

extension SystemCalls {
  /// The calls of the C library.
  static let ofTheSystem = SystemCalls(
    allocate: { descriptor, mode, offset, length in fallocate(descriptor, mode, off_t(offset), off_t(length)) },
    copy: { from, fromOffset, to, toOffset, length in
      var fromOffset = off_t(fromOffset)
      var toOffset = off_t(toOffset)
      return copy_file_range(from, &fromOffset, to, &toOffset, length, 0)
    },
    splice: { pipe, file, offset, length in
      var offset = off_t(offset)
      return CFuse3.splice(pipe, nil, file, &offset, length, RequestPipe.nonBlocking)
    })
}
