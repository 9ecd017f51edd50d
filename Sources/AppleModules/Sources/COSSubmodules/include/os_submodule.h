// Empty: what is in these modules is written in Swift, in the module os.
