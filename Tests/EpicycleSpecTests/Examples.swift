import EpicycleSpec

/// A spec with the fewest fields.
let smallSpec = """
  {"format": "epicycle-spec", "version": 1, "generator": "test 1",
   "source": {}, "units": "user", "frame": {"x": 0, "y": 0, "width": 100, "height": 100},
   "loop": {"seconds": 10, "epoch": "2001-01-01T00:00:00Z", "timeZone": "GMT"},
   "budget": {"clocks": 40, "used": 2}, "method": {"fit": "truncate"},
   "chains": [{"id": "heart",
     "curve": {"subpath": 0, "open": "retrace", "start": 0, "transform": [1, 0, 0, 1, 0, 0], "length": 240.2},
     "timing": {"law": "constant"},
     "centre": {"x": 50, "y": 47.3},
     "clocks": [{"period": 10, "radius": 31.9, "phase": -1.57, "harmonic": 1}],
     "upright": {"period": -10},
     "error": {}}],
   "error": {}, "warnings": []}
  """

/// A spec that has every field of version 1.
let fullSpec = """
  {"format": "epicycle-spec", "version": 1, "generator": "test 1",
   "source": {"file": "two.svg"}, "units": "points", "frame": {"x": -5.5, "y": 0, "width": 100, "height": 80},
   "loop": {"seconds": 12.5, "epoch": "2001-01-01T00:00:00Z", "timeZone": "GMT"},
   "budget": {"clocks": 5, "used": 5}, "method": {"fit": "minimax"},
   "chains": [
    {"id": "a",
     "curve": {"select": "#a", "element": 1, "motion": 3, "subpath": 2, "open": "ease", "start": 3.25,
               "transform": [0.5, 0, 0, 0.5, 10, -20], "length": 100},
     "timing": {"law": "keyframes", "keyTimes": [0, 0.5, 0.5, 1], "keyPoints": [0, 1, 0.25, 0],
                "calcMode": "spline", "keySplines": [[0, 0, 1, 1], [0.25, 0.1, 0.25, 1], [0.5, 0, 0.5, 1]],
                "offset": 0.25, "slack": 0.05},
     "centre": {"x": 1, "y": 2},
     "clocks": [{"period": -6.25, "radius": 3, "phase": 0.5, "harmonic": -2},
                {"period": 2.5, "radius": 0, "phase": 3, "harmonic": 3}],
     "error": {"rms": 0.1, "max": {"lower": 0.3, "upper": 0.301}}},
    {"id": "b",
     "curve": {"subpath": "join", "open": "line", "start": -4, "transform": [1, 0, 0, 1, 0, 0], "length": 60},
     "timing": {"law": "free", "map": {"time": [0, 0.25, 1], "length": [-4, 10, 56]}},
     "centre": {"x": 0, "y": 0},
     "clocks": [{"period": 12.5, "radius": 9, "phase": 0, "harmonic": 1},
                {"period": -6.25, "radius": 9, "phase": 1, "harmonic": -1}],
     "upright": {"period": 4.166666666666667, "spin": 2},
     "error": {}}],
   "error": {"unit": "points", "diagonal": 130.2, "rms": 0.1, "energy": 0.99998,
     "max": {"lower": 0.3, "upper": 0.301}, "hausdorff": {"lower": 0.2, "upper": 0.202},
     "frechet": {"lower": 0.2, "upper": 0.25}, "maxWithSlack": {"lower": 0.1, "upper": 0.1},
     "optimum": {"lower": 0.29}, "aliasing": 1e-9, "fastestPeriod": 2.5,
     "fastestPeriods": {"slow": 2.5, "radius": 2, "given": 1.25},
     "invisibleHarmonics": {"frameRate": 13, "number": 0}, "largestStep": {"lower": 1, "upper": 1.01},
     "shown": {"lower": 1.1, "upper": 1.2}, "joins": {"number": 2, "length": 141.42},
     "jumps": {"number": 1, "largest": 0.5, "cost": 0.25},
     "speedRange": {"lower": 0.25, "upper": 2.7},
     "relative": {"rms": 0.0008, "max": 0.0023, "hausdorff": 0.0016, "frechet": 0.0019, "maxWithSlack": 0.0008}},
   "warnings": [{"code": "open-curve", "message": "the curve is open: run there and back"}]}
  """

extension JSON {
  /// The value that the steps lead to.
  func at(_ steps: [String]) -> JSON? {
    steps.reduce(self as JSON?) { value, step in Int(step).flatMap { value?[$0] } ?? value?[step] }
  }

  /// The same with the value at `steps` replaced, added, or, for nil, taken away.
  func with(_ value: JSON?, at steps: [String]) -> JSON {
    guard let step = steps.first else { return value ?? .null }
    let rest = Array(steps.dropFirst())
    switch self {
    case .array(var elements):
      guard let index = Int(step) else { return self }
      if rest.isEmpty, value == nil {
        elements.remove(at: index)
      } else if index == elements.count, let value {
        elements.append(value)
      } else {
        elements[index] = elements[index].with(value, at: rest)
      }
      return .array(elements)
    case .object(var object):
      if let index = object.members.firstIndex(where: { $0.key == step }) {
        if rest.isEmpty, value == nil {
          object.members.remove(at: index)
        } else {
          object.members[index].value = object.members[index].value.with(value, at: rest)
        }
      } else if let value {
        object.members.append(Member(step, value))
      }
      return .object(object)
    default: return self
    }
  }

  func with(_ value: JSON?, at pointer: String) -> JSON {
    with(value, at: pointer.split(separator: "/").map(String.init))
  }

  /// The steps to every value inside, the value itself first.
  var allPaths: [[String]] {
    switch self {
    case .array(let elements):
      [[]] + elements.enumerated().flatMap { index, element in element.allPaths.map { [String(index)] + $0 } }
    case .object(let object):
      [[]] + object.members.flatMap { member in member.value.allPaths.map { [member.key] + $0 } }
    default: [[]]
    }
  }
}
