// A target of C needs a file to compile.
