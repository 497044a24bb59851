import ArgumentParser

/// `sudoku completions`: the completion script of a shell.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print a shell completion script.",
    discussion: """
      EXAMPLES
        sudoku completions bash > ~/.local/share/bash-completion/completions/sudoku
        sudoku completions zsh > ~/.zfunc/_sudoku
        sudoku completions fish > ~/.config/fish/completions/sudoku.fish
      """)

  @Argument(help: "The shell: bash, zsh or fish.")
  var shell: Shell

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish
  }

  func run() throws {
    let shell: CompletionShell =
      switch shell {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    _ = try Output.standard.writeLine(Sudoku.completionScript(for: shell))
  }
}

/// `sudoku man`: the manual page.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man",
    abstract: "Print the manual page.",
    discussion: """
      EXAMPLES
        sudoku man | man -l -
        sudoku man > ~/.local/share/man/man1/sudoku.1
      """)

  func run() throws {
    var page = [
      ".TH SUDOKU 1 \"\" \"\(Version.text.split(separator: "\n").first ?? "")\" \"User Commands\"",
      ".SH NAME", "sudoku \\- \(Sudoku.configuration.abstract)", ".SH SYNOPSIS",
      ".B sudoku", "\\fIcommand\\fR [\\fIoptions\\fR] [\\fIpuzzle\\fR | \\fIfile\\fR | \\-]...",
      ".SH COMMANDS",
    ]
    for command in Sudoku.configuration.subcommands where command.configuration.shouldDisplay {
      page.append(".SS \(command._commandName)")
      page += [".nf"]
      page += Sudoku.helpMessage(for: command, columns: 78).split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(roff)
      page += [".fi"]
    }
    page += [".SH EXIT STATUS", ".nf"]
    page += CommandFailure.Code.help.split(separator: "\n").dropFirst().map(roff)
    page += [".fi"]
    _ = try Output.standard.writeLine(page.joined(separator: "\n"))
  }

  private func roff(_ line: Substring) -> String {
    let text = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : String(text)
  }
}
