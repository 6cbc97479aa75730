import Foundation
import Harmonics
import PlaneCurves
import Testing

@Suite struct SpectrumTests {
  @Test func theSquareHasEveryFourthHarmonic() throws {
    let square = Polygon.square
    var segments: [Segment] = []
    for (a, b) in zip(square.vertices, square.vertices.dropFirst() + [square.vertices[0]]) {
      segments.append(.line(LineSegment(start: a, end: b)))
    }
    let curve = try Curve(closing: Subpath(start: square.vertices[0], segments: segments, closedByZ: true))
    let spectrum = Spectrum(samples: curve.sample(count: 1 << 16))
    for n in -200...200 where n != 0 {
      let size = (n - 1) % 4 == 0 ? 8 * 2.0.squareRoot() / (.pi * .pi * Double(n * n)) : 0
      #expect(abs(spectrum.coefficient(n).length - size) < 1e-9, "\(n)")
    }
    #expect(spectrum.centre.length < 1e-12)
    let largest = spectrum.truncated(to: 6).sum.terms.map(\.harmonic)
    #expect(largest == [1, -3, 5, -7, 9, -11])
  }

  @Test func samplingFoldsTheSquaresSeriesAsKnown() {
    // Σ_k 1/(n + kM)² = (π/M)²/sin²(πn/M), for M a multiple of 4.
    for count in [4, 16, 60, 400] {
      let spectrum = Spectrum(samples: Polygon.square.samples(count))
      for n in -spectrum.bandwidth...spectrum.bandwidth where (n - 1) % 4 == 0 {
        let sine = sin(.pi * Double(n) / Double(count))
        let size = 8 * 2.0.squareRoot() / Double(count * count) / (sine * sine)
        #expect(abs(spectrum.coefficient(n).length - size) < 1e-14)
      }
    }
  }

  @Test(arguments: [true, false])
  func aCircleTakesOneClock(clockwise: Bool) throws {
    // Two half circles about (3, 4), as SVG's arcs.
    let ends = [Complex(13, 4), Complex(-7, 4)]
    let segments = try [(0, 1), (1, 0)].map { a, b in
      Segment.arc(
        try #require(
          EllipticArc(
            rx: 10, ry: 10, xAxisRotation: .zero, largeArc: false, sweep: clockwise, from: ends[a],
            to: ends[b]))
      )
    }
    let curve = try Curve(closing: Subpath(start: ends[0], segments: segments, closedByZ: true))
    let truncation = Spectrum(samples: curve.sample(count: 1024)).truncated(to: 200, floor: 1e-9)
    #expect(truncation.sum.terms.map(\.harmonic) == [clockwise ? 1 : -1])
    #expect((truncation.sum.centre - Complex(3, 4)).length < 1e-9)
    #expect((truncation.sum.terms[0].coefficient - Complex(10)).length < 1e-8)
    #expect(truncation.discardedEnergy < 1e-16)
  }

  @Test func polygonsMatchTheExactFormula() {
    var random = SplitMix64(state: 1)
    for vertices in [3, 5, 12, 40] {
      let polygon = Polygon.random(vertices, &random)
      for count in [1 << 12, 3 * 5 * 7 * 64, (1 << 18) + 1] {
        let spectrum = Spectrum(samples: polygon.samples(count))
        let bound = SampleCount.aliasingBound(
          length: polygon.length, turning: polygon.turning, bandwidth: 50, count: count)
        var worst = 0.0
        for n in -50...50 where n != 0 {
          worst = max(worst, (spectrum.coefficient(n) - polygon.coefficient(n)).length)
        }
        #expect(worst <= bound + 1e-12 * polygon.length)
        if count > 1 << 18 { #expect(worst < 1e-9 * polygon.length) }
      }
    }
  }

  @Test(arguments: [64, 81, 1000])
  func coefficientsChangeByTheKnownFactors(count: Int) {
    var random = SplitMix64(state: UInt64(count))
    let polygon = Polygon.random(9, &random)
    let plain = Spectrum(samples: polygon.samples(count))
    let factor = Complex(length: 2.5, phase: Angle(degrees: 33))
    let offset = Complex(7, -8)
    let steps = 13
    let later = Spectrum(
      samples: polygon.samples(count, start: polygon.length * Double(steps) / Double(count)))
    let moved = Spectrum(samples: polygon.samples(count).map { factor * $0 + offset })
    let samples = polygon.samples(count)
    let reversed = Spectrum(samples: (0..<count).map { samples[(count - $0) % count] })
    for n in -plain.bandwidth...plain.bandwidth {
      let c = plain.coefficient(n)
      let turn = Complex(length: 1, phase: Angle(radians: 2 * .pi * Double(n * steps) / Double(count)))
      #expect((later.coefficient(n) - c * turn).length < 1e-12 * polygon.length)
      #expect((moved.coefficient(n) - factor * c - (n == 0 ? offset : .zero)).length < 1e-12 * polygon.length)
      #expect((reversed.coefficient(n) - plain.coefficient(-n)).length < 1e-12 * polygon.length)
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 16, 63, 100, 2048])
  func parseval(count: Int) {
    var random = SplitMix64(state: UInt64(count))
    let samples = (0..<count).map { _ in randomComplex(&random) + Complex(100, 50) }
    let spectrum = Spectrum(samples: samples)
    let mean = samples.reduce(.zero, +) / Double(count)
    let square = samples.reduce(0) { $0 + ($1 - mean).lengthSquared } / Double(count)
    #expect((spectrum.centre - mean).length < 1e-13 * 100)
    #expect(abs(spectrum.energy - square) <= 1e-11 * max(square, 1e-6))
    // What truncation says that it left out is what is missing at the samples.
    for kept in [0, 1, 2, 7, 1000, 5000] {
      let truncation = spectrum.truncated(to: kept)
      let values = truncation.sum.values(count: count)
      let missing = zip(samples, values).reduce(0) { $0 + ($1.0 - $1.1).lengthSquared } / Double(count)
      #expect(abs(truncation.discardedEnergy - missing) <= 1e-11 * max(square, 1e-6))
      #expect(truncation.sum.terms.count == min(kept, 2 * spectrum.bandwidth))
    }
  }

  @Test func theRestIsNotLostInALargeTotal() {
    // One arm of 1e8 and one of 1e-6: 1 − energy would see nothing of the second.
    let sum = HarmonicSum(
      centre: .zero,
      terms: [Term(harmonic: 1, coefficient: Complex(1e8)), Term(harmonic: 2, coefficient: Complex(0, 1))])
    let spectrum = Spectrum(samples: sum.values(count: 8))
    #expect(abs(spectrum.truncated(to: 1).discardedEnergy - 1) < 1e-6)
  }

  @Test func fewestSamplesOfASquareHalfWay() {
    // 16 samples: reading bins 9…15 as negative harmonics, the curve is off by 0.0685 half-way between samples;
    // reading them as 9…15 by 0.297.
    let square = Polygon.square
    let spectrum = Spectrum(samples: square.samples(16))
    let halfWay = square.samples(16, start: square.length / 32)
    let right = spectrum.truncated(to: 15).sum
    let wrong = HarmonicSum(
      centre: spectrum.centre, terms: (1..<16).map { Term(harmonic: $0, coefficient: spectrum.bins[$0]) })
    func worst(_ sum: HarmonicSum) -> Double {
      zip(sum.values(count: 16, shift: 1.0 / 32), halfWay).reduce(0) { max($0, ($1.0 - $1.1).length) }
    }
    #expect(abs(worst(right) - 0.0685) < 5e-5)
    #expect(abs(worst(wrong) - 0.297) < 5e-4)
    let clean = spectrum.truncated(to: 15, floor: 1e-9)
    #expect(clean.sum.terms.map(\.harmonic) == [1, -3, 5, -7])
  }

  @Test func theMiddleBinIsNoArm() {
    for count in [2, 4, 6, 100] {
      // z alternates: harmonics M/2 and −M/2 fit equally well.
      let samples = (0..<count).map { Complex($0 % 2 == 0 ? 1 : -1, 0.5) }
      let spectrum = Spectrum(samples: samples)
      #expect(spectrum.bandwidth == count / 2 - 1)
      let truncation = spectrum.truncated(to: count, floor: 1e-12)
      #expect(truncation.sum.terms.isEmpty)
      #expect(abs(truncation.discardedEnergy - 1) < 1e-14)
      #expect(abs(spectrum.energy - 1) < 1e-14)
    }
    #expect(Spectrum(samples: [.one, .i, -.one]).bandwidth == 1)
  }
}

@Suite struct TruncationTests {
  @Test func noOtherChoiceOfHarmonicsIsBetter() {
    var random = SplitMix64(state: 7)
    for trial in 0..<300 {
      let count = Int.random(in: 1...12, using: &random)
      // Small integers: many ties.
      let sum = HarmonicSum(
        centre: randomComplex(&random),
        terms: [-6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6].map {
          Term(harmonic: $0, coefficient: Complex(Double(Int.random(in: -2...2, using: &random))))
        })
      let spectrum = Spectrum(samples: sum.values(count: 13 + trial % 4))
      let limit = Int.random(in: 0...6, using: &random)
      let truncation = spectrum.truncated(to: count, limit: limit)
      // All supports of that many harmonics within the limit.
      let allowed = sum.terms.filter { abs($0.harmonic) <= limit }.map(\.coefficient.lengthSquared)
      var best = Double.infinity
      for choice in 0..<1 << allowed.count where choice.nonzeroBitCount == min(count, allowed.count) {
        let kept = allowed.indices.reduce(0.0) { $0 + (choice >> $1 & 1 == 1 ? allowed[$1] : 0) }
        best = min(best, sum.terms.reduce(0) { $0 + $1.coefficient.lengthSquared } - kept)
      }
      #expect(abs(truncation.discardedEnergy - best) < 1e-12)
    }
  }

  @Test func tiesGoToTheLowHarmonicAndThenTheClockwiseOne() {
    // One sample other than 0: every coefficient is exactly 1/M.
    for count in [16, 32, 128] {
      var samples = [Complex](repeating: .zero, count: count)
      samples[0] = Complex(1)
      let kept = Spectrum(samples: samples).truncated(to: 5).sum.terms.map(\.harmonic)
      #expect(kept == [1, -1, 2, -2, 3])
    }
  }

  @Test func agreesWithSortingAll() {
    var random = SplitMix64(state: 8)
    for count in [2, 3, 17, 256, 4096, 65536] {
      let samples = (0..<count).map { _ in
        randomComplex(&random) * pow(10, Double.random(in: -150...100, using: &random))
      }
      let spectrum = Spectrum(samples: samples)
      let all = (1...max(1, spectrum.bandwidth)).flatMap { [$0, -$0] }.filter {
        abs($0) <= spectrum.bandwidth
      }
      let sorted = all.sorted {
        spectrum.coefficient($0).lengthSquared > spectrum.coefficient($1).lengthSquared
      }
      for kept in [0, 1, 2, 100, count / 2, count] {
        let terms = spectrum.truncated(to: kept).sum.terms
        #expect(terms.map(\.harmonic) == Array(sorted.prefix(kept)))
      }
    }
  }

  @Test func oddArgumentsAreHarmless() {
    let spectrum = Spectrum(samples: [Complex(5, 6)])
    #expect(spectrum.truncated(to: 3).sum == HarmonicSum(centre: Complex(5, 6), terms: []))
    let more = Spectrum(samples: [.one, .i, -.one, .zero, .i])
    for (count, limit) in [(-1, 5), (3, -2), (.max, .max), (.min, .min)] {
      let truncation = more.truncated(to: count, limit: limit)
      #expect(truncation.sum.terms.count == (count == .max ? 4 : 0))
    }
  }
}
