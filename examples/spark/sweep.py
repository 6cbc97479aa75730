"""Budget against error on Apache Spark: epicycle as the filter of `rdd.pipe`.

    spark-submit sweep.py --binary EPICYCLE --input RECORDS --output FOLDER [--master local[2]] [--partitions N]

RECORDS holds a JSON object a line, {"id": …, "d": "M0 0…"} or {"id": …, "svg": "<svg…"}: a file, a folder, or any
address that Spark reads. FOLDER gets the answers, a line for each record, {"id": …, "sweep": […]} or
{"id": …, "error": {…}}. One process of epicycle runs for each partition and works on it with one thread: Spark gives
out the cores. EPICYCLE is a path on the workers. Prints the number of answers, and of records without one.
"""

import argparse
import json
import shlex

from pyspark import SparkConf, SparkContext


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--binary", required=True)
    parser.add_argument("--input", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("--master", help="such as local[2]; otherwise what spark-submit says")
    parser.add_argument("--partitions", type=int, default=8, help="at least (8)")
    parser.add_argument("--clocks", default="5,10,20,50,100,200")
    chosen = parser.parse_args()

    conf = SparkConf().setAppName("epicycle sweep").set("spark.ui.enabled", "false")
    if chosen.master:
        conf.setMaster(chosen.master)
    words = [chosen.binary, "sweep", "--ndjson", "-j", "1", "--clocks", chosen.clocks, "--fit-method", "truncate"]
    with SparkContext(conf=conf) as spark:
        records = spark.textFile(chosen.input, chosen.partitions)
        # A worker's failure fails the job, instead of an answer that is short of records.
        answers = records.pipe(shlex.join(words), checkCode=True).cache()
        answers.saveAsTextFile(chosen.output)
        failed = answers.filter(lambda line: "error" in json.loads(line)).count()
        print(f"{answers.count()} answers, {failed} of them errors")


if __name__ == "__main__":
    main()
