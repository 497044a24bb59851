import ArgumentParser
import Logging

/// Log levels as the values of an option.
extension Logger.Level: @retroactive ExpressibleByArgument {}
