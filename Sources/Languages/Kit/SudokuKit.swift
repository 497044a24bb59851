// One import for everything that needs neither a file nor a network: boards, solver, identities,
// techniques, ratings, hints, generator, formats and games.

@_exported import SudokuCore
@_exported import SudokuFormats
@_exported import SudokuGenerator
@_exported import SudokuIdentity
@_exported import SudokuRating
@_exported import SudokuSession
@_exported import SudokuSolver
@_exported import SudokuTechniques
