import JSONCoding
import SudokuCore
import SudokuSession

/// What is sent to clients that subscribed to its topic.
public protocol NotificationRecord: Record {
  /// The topic, which is the notification's method.
  static var topic: String { get }
}
