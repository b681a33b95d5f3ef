import sys

from pyspark.sql import SparkSession

path = sys.argv[1]
spark = SparkSession.builder.getOrCreate()
photos = spark.read.format("pfs").load(path)
print("table of", photos.count(), "files of", photos.selectExpr("sum(size)").first()[0], "bytes")
small = photos.where("size < 15").selectExpr("name", "substring(content, 1, 5) AS thumb")
small.write.format("pfs").mode("append").save(path)
print("thumbs", [(row.name, row.thumb_size) for row in
                 spark.read.format("pfs").load(path).where("thumb IS NOT NULL").collect()])
