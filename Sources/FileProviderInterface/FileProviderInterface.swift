// Client code expects `import FileProvider` alone to bring Foundation with it: it is part of this module's face.
@_exported public import Foundation
