/// The text below the commands in the help of the program.
enum RootHelp {
  static var text: String {
    """

    WITH EVERY COMMAND:
      --log-level LEVEL                         log level: trace, debug, info, notice, warning, error, critical

    FILES:
      $XDG_DATA_HOME/fileprovider/DOMAIN        a domain: database and contents (~/.local/share)
      $XDG_STATE_HOME/fileprovider/DOMAIN.log   the log of its mounts (~/.local/state)
      $XDG_RUNTIME_DIR/fileprovider/            the sockets of mounts (/run/user/UID, else
                                                /tmp/fileprovider-UID)

    ENVIRONMENT:
      FILEPROVIDER_LOG                          default of --log-level
      FILEPROVIDER_TRACE_REQUESTS=1             print each request to a WebDAV server, without secrets
      NO_COLOR, TERM=dumb                       plain text

    EXIT STATUS:
      0    done
      1    failed, or partly done; skipped items are listed
      2    “check” found damage that remains
      64   wrong usage
      65   bad data: a damaged database or cursor, or a newer schema
      69   no FUSE, no provider, or not mounted
      130  interrupted (0 with --follow)

    """
  }
}
