// The store of a system's messages, which is what Apple's module of this name is for besides, is not on Linux.
@_exported public import os
