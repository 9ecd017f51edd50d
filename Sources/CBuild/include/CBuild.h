#ifndef CBUILD_H
#define CBUILD_H

/// The commit that this was built from; "unknown" where the build was not told.
///
/// In C, since Swift has no definitions with a value: a new commit compiles this one file again and nothing else.
const char *fileprovider_build_commit(void);

#endif
