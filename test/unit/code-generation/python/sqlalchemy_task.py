"""Imports modules with tables of SQLAlchemy, sets up their classes and writes them for a platform."""

import importlib

import sqlalchemy
from sqlalchemy.orm import configure_mappers
from sqlalchemy.schema import CreateTable, sort_tables_and_constraints


def dialect_of(name):
    names = {"postgres": "postgresql", "mysql": "mysql", "sqlserver": "mssql", "oracle": "oracle"}
    module = names.get(name, "sqlite")
    return importlib.import_module("sqlalchemy.dialects." + module).dialect()


def use(module, job):
    configure_mappers()
    metadata = module.Base.metadata
    dialect = dialect_of(job.get("dialect"))
    statements = [str(CreateTable(table).compile(dialect=dialect)) for table in metadata.tables.values()]
    # Finds keys that lead nowhere, and tables that need each other without saying so.
    sort_tables_and_constraints(metadata.tables.values())
    executed = None
    if job.get("execute"):
        engine = sqlalchemy.create_engine("sqlite://")
        metadata.create_all(engine)
        executed = sorted(sqlalchemy.inspect(engine).get_table_names())
    module.Base.registry.dispose()
    return {
        "version": sqlalchemy.__version__,
        "tables": {
            table.name: {
                "comment": table.comment,
                "columns": [[column.name, column.nullable, column.primary_key, column.comment] for column in table.columns],
                "key": [column.name for column in table.primary_key.columns],
                "references": sorted(
                    [[key.parent.name, key.target_fullname] for key in table.foreign_keys]
                ),
            }
            for table in metadata.tables.values()
        },
        "created": statements,
        "executed": executed,
    }
