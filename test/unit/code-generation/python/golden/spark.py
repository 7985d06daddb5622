"""Schemas for Spark of data contract Orders of the shop, version 1.0.0."""

from pyspark.sql.types import LongType, MapType, StringType, StructField, StructType


# Orders of the shop
orders = StructType([
    StructField(
        "id",
        StringType(),
        False,
        {"comment": "Key", "maxLength": 12, "constraints": ["primary key"]},
    ),
    StructField(
        "address",
        StructType([
            StructField(
                "city",
                StringType(),
                True,
                {"classification": "restricted", "tags": ["pii"]},
            ),
        ]),
        True,
    ),
    StructField("labels", MapType(StringType(), LongType(), False), True),
])


# Name in the contract: class
class_ = StructType([])
