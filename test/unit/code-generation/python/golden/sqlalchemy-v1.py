"""Tables of data contract Orders of the shop, version 1.0.0."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKeyConstraint,
    Numeric,
    PrimaryKeyConstraint,
    String,
    Table,
    column,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import declarative_base


Base = declarative_base()


class Orders(Base):
    """Orders of the shop"""

    __tablename__ = "orders"
    __table_args__ = (
        PrimaryKeyConstraint("tenant", "id"),
        ForeignKeyConstraint(["customer"], ["customers.id"], name="fk_orders_1", use_alter=True),
        CheckConstraint(column("state").in_(["new", "o'ld"])),
        CheckConstraint(column("price") >= 0),
        {"comment": "Orders of the shop", "info": {"tags": ["sales"]}},
    )

    id = Column(BigInteger, autoincrement=False)
    tenant = Column(String(8))
    order = Column(String, unique=True, nullable=True, comment="Say \"no\": 100%")
    metadata_ = Column("metadata", JSONB, nullable=True, info={"classification": "internal"})
    state = Column(String, nullable=True)
    price = Column(Numeric(6, 2), nullable=False)
    customer = Column(String, nullable=True)
    names = Column(ARRAY(String), nullable=True)


class Customers(Base):
    __tablename__ = "customers"
    __table_args__ = (
        ForeignKeyConstraint(["best"], ["orders.order"], name="fk_customers_1", use_alter=True),
    )

    id = Column(String, primary_key=True)
    best = Column(String, nullable=True)


events = Table(
    "events",
    Base.metadata,
    Column("at", DateTime(timezone=True), nullable=False),
)
