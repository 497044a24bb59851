/// Finds the smallest forms of grids with a given top band and given digits in the columns below.
///
/// A grid is the smallest form of its class if none of its six bands (three of rows, three of columns)
/// is of a lower class than its top band, and if no other way to put a band of the same class on top
/// makes it smaller. For given digits in the columns, rows 4 to 6 and rows 7 to 9 are filled
/// independently. The class of a stack depends on the arrangement of its two lower blocks alone, so
/// that most pairs of fillings are decided by three bits.
struct GridSearch {
  private let classes: BandClasses
  private let top: TopBand
  private var splits = InlineArray<3, Int>(repeating: 0)
  private var digits = (middle: ColumnDigits(), bottom: ColumnDigits())
  private var middle: BandFillings
  private var bottom: BandFillings
  /// The bottom fillings whose class is not too low, and whether it is that of the top band.
  private var bottoms: [(filling: BandFilling, isSame: UInt64)] = []
  /// For each of those and each symmetry of the top band the image of the row that becomes row 4, 0 if
  /// that row is in the middle; empty until they are needed.
  private var images: [UInt64] = []
  /// The symmetries of the top band that a middle filling alone does not decide.
  private var open: [Int] = []
  private var form = GridForm()

  init(_ top: TopBand, _ classes: BandClasses) {
    self.top = top
    self.classes = classes
    middle = BandFillings(classes.blocks)
    bottom = BandFillings(classes.blocks)
  }

  /// Chooses the digits of the first two stacks.
  mutating func begin(_ first: Int, _ second: Int) {
    setSplit(0, first)
    setSplit(1, second)
    middle.listPairs(digits.middle)
    bottom.listPairs(digits.bottom)
  }

  private mutating func setSplit(_ stack: Int, _ split: Int) {
    splits[stack] = split
    top.setDigits(of: stack, classes.splits[split], &digits.middle, &digits.bottom)
  }

  /// Calls `body` with rows 4 to 6 and 7 to 9 of each smallest form with a third split, `ascending` or in
  /// any order; returns how many there are.
  mutating func search(_ third: Int, ascending: Bool = false, _ body: (Band, Band) -> Void) -> Int {
    setSplit(2, third)
    bottom.complete(digits.bottom, ascending: ascending)
    listBottoms()
    if bottoms.isEmpty { return 0 }
    middle.complete(digits.middle, ascending: ascending)
    var count = 0
    for filling in middle.fillings {
      let index = classes.classIndex(filling.band)
      if index < top.index || !isLeast(filling.band) { continue }
      @inline(__always)
      func fit(_ stack: Int) -> (allowed: UInt64, same: UInt64) {
        let arrangement = Int(filling.arrangements &>> UInt64(6 &* stack) & 63)
        return top.fit(splits[unchecked: stack], arrangement)
      }
      let (fit0, fit1, fit2) = (fit(0), fit(1), fit(2))
      if !open.isEmpty, images.isEmpty { listImages() }
      for place in 0..<bottoms.count {
        let (other, isSame) = bottoms[place]
        let (x, y, z) = (
          other.arrangements & 63, other.arrangements &>> 6 & 63, other.arrangements &>> 12
        )
        if fit0.allowed &>> x & fit1.allowed &>> y & fit2.allowed &>> z & 1 == 0 { continue }
        if !open.isEmpty, !isLeast(filling.band, other.band, place) { continue }
        // The other bands of the top band's class, as `GridForm` numbers them.
        let ties =
          (index == top.index ? 0b10 : 0) | isSame &<< 2 | (fit0.same &>> x & 1) &<< 3
          | (fit1.same &>> y & 1) &<< 4 | (fit2.same &>> z & 1) &<< 5
        if ties != 0, !isLeast(filling.band, other.band, ties: Int(ties)) { continue }
        body(filling.band, other.band)
        count &+= 1
      }
    }
    return count
  }

  private mutating func listBottoms() {
    bottoms.removeAll(keepingCapacity: true)
    images.removeAll(keepingCapacity: true)
    for filling in bottom.fillings {
      let index = classes.classIndex(filling.band)
      if index >= top.index { bottoms.append((filling, index == top.index ? 1 : 0)) }
    }
  }

  private mutating func listImages() {
    for (filling, _) in bottoms {
      for symmetry in top.symmetries {
        let row = filling.band.row(with: symmetry.firstDigit, in: symmetry.firstColumn)
        images.append(row.map { symmetry.image(filling.band.rows[unchecked: $0]) } ?? 0)
      }
    }
  }

  /// True if no symmetry of the top band makes a grid with a middle band smaller, as far as that band decides it;
  /// keeps the undecided symmetries in `open`.
  private mutating func isLeast(_ middle: Band) -> Bool {
    open.removeAll(keepingCapacity: true)
    for (index, symmetry) in top.symmetries.enumerated() {
      // The row that the symmetry makes row 4.
      guard let row = middle.row(with: symmetry.firstDigit, in: symmetry.firstColumn) else {
        open.append(index)
        continue
      }
      let image = symmetry.image(middle.rows[unchecked: row])
      if image < middle.rows[unchecked: 0] { return false }
      if image > middle.rows[unchecked: 0] { continue }
      let band = symmetry.image(middle)
      if band < middle { return false }
      if band == middle { open.append(index) }
    }
    return true
  }

  /// True if no open symmetry makes a grid smaller whose bottom band has a place in `bottoms`.
  @inline(__always)
  private func isLeast(_ middle: Band, _ bottom: Band, _ place: Int) -> Bool {
    for entry in 0..<open.count {
      let index = open[entry]
      let image = images[place &* top.symmetries.count &+ index]
      if image > middle.rows[unchecked: 0] { continue }
      if image != 0, image < middle.rows[unchecked: 0] { return false }
      if isSmaller(top.symmetries[index], image == 0, middle, bottom) { return false }
    }
    return true
  }

  /// True if a symmetry makes a grid smaller that has the same row 4 then.
  private func isSmaller(
    _ symmetry: BandSymmetry, _ keepsBands: Bool, _ middle: Band, _ bottom: Band
  ) -> Bool {
    let (first, second) = (symmetry.image(middle), symmetry.image(bottom))
    let images = keepsBands ? (first, second) : (second, first)
    return images.0 < middle || images.0 == middle && images.1 < bottom
  }

  /// True if none of some bands makes a grid smaller when it is on top.
  private mutating func isLeast(_ middle: Band, _ bottom: Band, ties bands: Int) -> Bool {
    let rows = FormRows(top.band, middle, bottom)
    PackedBoard(rows.board).withLines { form.search($0, bands: bands) }
    return !(form.form < rows)
  }
}

extension FormRows {
  /// The rows of three bands.
  init(_ top: Band, _ middle: Band, _ bottom: Band) {
    for row in 0..<3 {
      rows[row] = top.rows[row]
      rows[3 + row] = middle.rows[row]
      rows[6 + row] = bottom.rows[row]
    }
  }

  /// Three of the rows.
  func band(_ index: Int) -> Band {
    Band(rows[3 * index], rows[3 * index + 1], rows[3 * index + 2])
  }
}
