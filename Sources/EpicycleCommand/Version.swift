/// The version of the tool, as specs name it; the first release heading of CHANGELOG.md.
public enum Version {
  public static let number = "0.1.0"
}
