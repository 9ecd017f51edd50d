// Client code expects `import FileProvider` alone to import Foundation, too: it is part of this module's interface.
@_exported public import Foundation
