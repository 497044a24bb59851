import ArgumentParser
import Logging

/// The weights of messages as an option takes them.
extension Logger.Level: @retroactive ExpressibleByArgument {}
