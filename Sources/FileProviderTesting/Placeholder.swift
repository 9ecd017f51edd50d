// FileProviderTesting
