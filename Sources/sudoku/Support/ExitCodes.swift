/// What the exit codes mean, for every command's help.
enum ExitCodes {
  static let help = """
    EXIT CODES
      0   all good
      1   a puzzle was bad, or had no or many solutions, or there were fewer than asked for
      2   wrong usage
      65  stored data is damaged or another player's
      66  an input can't be read   69  a store is out of reach
      73  a file can't be made     74  reading or writing failed
    """
}
