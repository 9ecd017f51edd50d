// This file is intentionally blank: the target needs an entry point.
