/// A set of few numbered things, as the bits of an integer: cells, digits or houses.
///
/// Reads like any `SetAlgebra`, walks in ascending order, and takes constant time for everything
/// but walking:
///
/// ```swift
/// var seen = DigitSet()
/// seen.insert(five).inserted          // true
/// seen.formUnion([five, six])
/// seen.symmetricDifference([five])    // 6
/// ```
public protocol MaskSet: SetAlgebra, Sequence, Sendable {
  /// The integer that holds the bits.
  associatedtype RawValue: FixedWidthInteger & UnsignedInteger

  /// One bit for each element.
  var rawValue: RawValue { get }

  /// Creates a set from its bits; those that stand for nothing are dropped.
  init(rawValue: RawValue)

  /// Creates the set that holds one element.
  init(_ element: Element)
}

extension MaskSet {
  /// Adds `element`; returns whether it is new.
  @inlinable
  @discardableResult
  public mutating func insert(
    _ element: Element
  ) -> (inserted: Bool, memberAfterInsert: Element) {
    let old = rawValue
    self = union(Self(element))
    return (rawValue != old, element)
  }

  /// Removes `element`; returns it if it was in the set.
  @inlinable
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    let old = rawValue
    self = subtracting(Self(element))
    return rawValue != old ? element : nil
  }

  /// Adds `element`; returns it if it was in the set already.
  @inlinable
  @discardableResult
  public mutating func update(with element: Element) -> Element? {
    insert(element).inserted ? nil : element
  }

  /// The elements in either set.
  @inlinable
  public func union(_ other: Self) -> Self { Self(rawValue: rawValue | other.rawValue) }

  /// The elements in both sets.
  @inlinable
  public func intersection(_ other: Self) -> Self { Self(rawValue: rawValue & other.rawValue) }

  /// The elements in one of the sets, not in both.
  @inlinable
  public func symmetricDifference(_ other: Self) -> Self {
    Self(rawValue: rawValue ^ other.rawValue)
  }

  /// The elements of this set that are not in the other.
  @inlinable
  public func subtracting(_ other: Self) -> Self { Self(rawValue: rawValue & ~other.rawValue) }

  /// Adds the elements of another set.
  @inlinable
  public mutating func formUnion(_ other: Self) { self = union(other) }

  /// Keeps the elements that are in another set too.
  @inlinable
  public mutating func formIntersection(_ other: Self) { self = intersection(other) }

  /// Keeps the elements that are in one of the sets, not in both.
  @inlinable
  public mutating func formSymmetricDifference(_ other: Self) {
    self = symmetricDifference(other)
  }

  /// Removes the elements of another set.
  @inlinable
  public mutating func subtract(_ other: Self) { self = subtracting(other) }

  /// True if every element of this set is in the other.
  @inlinable
  public func isSubset(of other: Self) -> Bool { rawValue & ~other.rawValue == 0 }

  /// True if the sets have no element in common.
  @inlinable
  public func isDisjoint(with other: Self) -> Bool { rawValue & other.rawValue == 0 }

  /// True if the set has no element.
  @inlinable
  public var isEmpty: Bool { rawValue == 0 }

  /// The number of elements.
  @inlinable
  public var count: Int { rawValue.nonzeroBitCount }
}

extension CellSet: MaskSet {}
extension DigitSet: MaskSet {}
extension HouseSet: MaskSet {}
