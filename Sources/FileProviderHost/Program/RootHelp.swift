/// The text below the commands in the help of the program.
enum RootHelp {
  static var text: String {
    """

    WITH EVERY COMMAND:
      --log-level LEVEL                         log so much: trace, debug, info, notice, warning, error, critical

    FILES:
      $XDG_DATA_HOME/fileprovider/DOMAIN        a domain: its database and its contents (~/.local/share)
      $XDG_STATE_HOME/fileprovider/DOMAIN.log   what its mounts log (~/.local/state)
      $XDG_RUNTIME_DIR/fileprovider/            the sockets on which mounts answer (/run/user/UID, else
                                                /tmp/fileprovider-UID)

    ENVIRONMENT:
      FILEPROVIDER_LOG                          the same as --log-level, for all commands
      FILEPROVIDER_TRACE_REQUESTS=1             print each request to a WebDAV server, without secrets
      NO_COLOR, TERM=dumb                       plain text

    EXIT STATUS:
      0    done
      1    failed, or done in part; what was left out is listed
      2    “check” found damage that is left
      64   wrong usage
      65   bad data: a damaged database or cursor, or a newer schema
      69   no FUSE, no provider, or not mounted
      130  interrupted; 0 for what was following

    """
  }
}
