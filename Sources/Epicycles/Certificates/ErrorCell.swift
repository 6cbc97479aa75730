import PlaneCurves

/// A stretch of time in one cell of z and one run of γ, with the error e = z − γ at its ends.
struct ErrorCell: Sendable {
  var run: Int
  var cell: Int
  var startTime: Double
  var endTime: Double
  var startLength: Double
  var endLength: Double
  var startError: Complex
  var endError: Complex
}

extension Comparison {
  @inline(__always)
  func error(atTime t: Double, in cell: Int, length s: Double, piece: Int) -> Complex {
    z.point(atTime: t, in: cell) - path.point(atLength: s, in: piece)
  }

  /// All cells in order of time: every run cut where the cells of z end.
  func cells() -> [ErrorCell] {
    var cells: [ErrorCell] = []
    cells.reserveCapacity(runs.count + z.cellCount)
    for (index, run) in runs.enumerated() {
      var (time, length) = (run.startTime, run.startLength)
      var cell = z.cell(at: time)
      let last = z.cell(at: run.endTime)
      var error = error(atTime: time, in: cell, length: length, piece: run.piece)
      while true {
        let border = Double(cell + 1) / Double(z.cellCount)
        let ends = cell >= last || border >= run.endTime
        let nextTime = ends ? run.endTime : border
        let share = (nextTime - run.startTime) / (run.endTime - run.startTime)
        let nextLength =
          ends ? run.endLength : run.startLength + (run.endLength - run.startLength) * share
        let next = self.error(atTime: nextTime, in: cell, length: nextLength, piece: run.piece)
        cells.append(
          ErrorCell(
            run: index, cell: cell, startTime: time, endTime: nextTime, startLength: length,
            endLength: nextLength, startError: error, endError: next))
        if ends { break }
        (time, length, error) = (nextTime, nextLength, next)
        cell += 1
      }
    }
    return cells
  }

  /// A bound of |e| on the cell: e strays from its chord by at most half the largest |e''|, by a parameter that
  /// runs from −1 to 1.
  @inline(__always)
  func bound(of cell: ErrorCell) -> Double {
    let time = 0.5 * (cell.startTime + cell.endTime)
    let length = 0.5 * (cell.startLength + cell.endLength)
    let (drawn, drawnSpread) = z.bend(
      atTime: time, in: cell.cell, duration: cell.endTime - cell.startTime)
    let (exact, exactSpread) = path.bend(
      atLength: length, in: runs[cell.run].piece, run: cell.endLength - cell.startLength)
    let stray = 0.5 * ((drawn - exact).length + drawnSpread + exactSpread)
    return max(cell.startError.length, cell.endError.length) + stray
  }

  func halves(of cell: ErrorCell) -> (ErrorCell, ErrorCell) {
    let time = 0.5 * (cell.startTime + cell.endTime)
    let length = 0.5 * (cell.startLength + cell.endLength)
    let middle = error(atTime: time, in: cell.cell, length: length, piece: runs[cell.run].piece)
    var (first, second) = (cell, cell)
    (first.endTime, first.endLength, first.endError) = (time, length, middle)
    (second.startTime, second.startLength, second.startError) = (time, length, middle)
    return (first, second)
  }
}
