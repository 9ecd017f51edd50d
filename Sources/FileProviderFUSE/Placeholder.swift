// FileProviderFUSE
