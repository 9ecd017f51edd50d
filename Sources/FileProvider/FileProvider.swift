// Client code expects `import FileProvider` alone to bring Foundation with it, and `URLSessionTask` belongs to
// FoundationNetworking on Linux. Both are therefore part of this module's face.
@_exported public import Foundation
@_exported public import FoundationNetworking
