"""Imports modules with types of Spark; a stand-in has their classes where PySpark is not installed."""

import sys
import types


class DataType:
    def __init__(self, *arguments):
        self.arguments = arguments

    def json(self):
        return [type(self).__name__, *[shown(argument) for argument in self.arguments]]


class StructField:
    def __init__(self, name, dataType, nullable=True, metadata=None):
        assert isinstance(name, str) and isinstance(dataType, DataType) and isinstance(nullable, bool)
        assert metadata is None or isinstance(metadata, dict)
        self.values = (name, dataType, nullable, metadata or {})

    def json(self):
        name, kind, nullable, metadata = self.values
        return {"name": name, "type": kind.json(), "nullable": nullable, "metadata": metadata}


class StructType(DataType):
    def __init__(self, fields):
        assert all(isinstance(field, StructField) for field in fields)
        super().__init__(list(fields))


class ArrayType(DataType):
    def __init__(self, elementType, containsNull=True):
        assert isinstance(elementType, DataType) and isinstance(containsNull, bool)
        super().__init__(elementType, containsNull)


class MapType(DataType):
    def __init__(self, keyType, valueType, valueContainsNull=True):
        assert isinstance(keyType, DataType) and not isinstance(keyType, MapType)
        assert isinstance(valueType, DataType) and isinstance(valueContainsNull, bool)
        super().__init__(keyType, valueType, valueContainsNull)


class DecimalType(DataType):
    def __init__(self, precision=10, scale=0):
        assert 1 <= precision <= 38 and 0 <= scale <= precision
        super().__init__(precision, scale)


def shown(value):
    if isinstance(value, list):
        return [shown(entry) for entry in value]
    return value.json() if hasattr(value, "json") else value


def simple(name):
    def init(self):
        DataType.__init__(self)

    return type(name, (DataType,), {"__init__": init})


def install():
    stand_in = types.ModuleType("pyspark.sql.types")
    for kind in (StructField, StructType, ArrayType, MapType, DecimalType):
        setattr(stand_in, kind.__name__, kind)
    for name in (
        "String Integer Long Short Byte Float Double Boolean Date Timestamp TimestampNTZ Binary".split()
    ):
        setattr(stand_in, name + "Type", simple(name + "Type"))
    for name in ("pyspark", "pyspark.sql"):
        sys.modules.setdefault(name, types.ModuleType(name))
    sys.modules["pyspark.sql.types"] = stand_in


def use(module, job):
    return {
        "schemas": {
            name: value.json()
            for name, value in vars(module).items()
            if isinstance(value, StructType)
        }
    }


install()
