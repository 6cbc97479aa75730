// Prints the benchmark as CSV: figures as ratios to something that ran beside them.
Row.write(try PipelineBenchmark.rows() + CurveBenchmark.rows() + StartBenchmark.rows())
