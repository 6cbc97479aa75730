import Foundation
import Testing

/// The filter: one JSON record a line in, one answer a line out, in order, with the same id.
struct RecordTests {
  private func answers(_ words: [String], _ lines: [String]) throws -> [[String: Any]] {
    let outcome = try Tool.run(words, input: Data(lines.joined(separator: "\n").utf8))
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    return try outcome.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func inspectAnswersInOrder() throws {
    var lines: [String] = []
    for number in 0..<200 { lines.append(#"{"id": \#(number), "d": "M0 0H\#(number + 1)"}"#) }
    let answers = try answers(["inspect", "--ndjson", "-", "-j", "4"], lines)
    #expect(answers.count == 200)
    for (number, answer) in answers.enumerated() {
      #expect(answer["id"] as? Int == number)
      let curve = (answer["curves"] as? [[String: Any]])?.first
      #expect(curve?["length"] as? Double == Double(number + 1))
    }
  }

  @Test func everyBadRecordIsAnswered() throws {
    let answers = try answers(
      ["solve", "--ndjson", "-n", "3"],
      [
        #"{"id": "a", "d": "M0 0H1V1Z"}"#, #"{"id": "b", "d": "M1 1"}"#, "not json", "",
        #"{"id": {"x": [1, null]}}"#, "[]",
        #"{"id": "c", "svg": "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0'></svg>"}"#,
        #"{"id": "d", "d": "M0 0 L", "svg": ""}"#,
      ])
    #expect(answers.count == 7)
    #expect(answers[0]["id"] as? String == "a")
    #expect(answers[0]["format"] as? String == "epicycle-spec")
    let codes = answers.map { ($0["error"] as? [String: Any])?["code"] as? String }
    #expect(codes == [nil, "no-curve", "json", "record", "record", "xml", "record"])
    #expect((answers[3]["id"] as? [String: Any])?["x"] != nil)
    #expect((answers[5]["error"] as? [String: Any])?["line"] as? Int == 1)
  }
}
