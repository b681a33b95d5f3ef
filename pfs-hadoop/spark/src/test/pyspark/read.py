import sys

from pyspark.sql import SparkSession

photos = sys.argv[1]
spark = SparkSession.builder.getOrCreate()
files = spark.read.format("binaryFile").load(photos)
count, size = files.selectExpr("count(*)", "sum(length(content))").first()
print("read", count, "files of", size, "bytes")
files.select("path", "length").write.mode("overwrite").parquet(photos + "-lengths")
print("written", spark.read.parquet(photos + "-lengths").count())
