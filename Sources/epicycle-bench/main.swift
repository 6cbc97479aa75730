// Prints the benchmark as CSV: figures as ratios to something that ran beside them.
Row.write(
  try PipelineBenchmark.rows() + SweepBenchmark.rows() + CurveBenchmark.rows() + StartBenchmark.rows())
