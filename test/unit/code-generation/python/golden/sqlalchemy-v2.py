"""Tables of data contract Orders of the shop, version 1.0.0."""

from decimal import Decimal
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
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from typing import Any, Optional


class Base(DeclarativeBase):
    pass


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

    id: Mapped[int] = mapped_column(BigInteger, autoincrement=False)
    tenant: Mapped[str] = mapped_column(String(8))
    order: Mapped[Optional[str]] = mapped_column(
        String,
        unique=True,
        nullable=True,
        comment="Say \"no\": 100%",
    )
    metadata_: Mapped[Optional[dict[str, Any]]] = mapped_column(
        "metadata",
        JSONB,
        nullable=True,
        info={"classification": "internal"},
    )
    state: Mapped[Optional[str]] = mapped_column(String, nullable=True)
    price: Mapped[Decimal] = mapped_column(Numeric(6, 2), nullable=False)
    customer: Mapped[Optional[str]] = mapped_column(String, nullable=True)
    names: Mapped[Optional[list[str]]] = mapped_column(ARRAY(String), nullable=True)


class Customers(Base):
    __tablename__ = "customers"
    __table_args__ = (
        ForeignKeyConstraint(["best"], ["orders.order"], name="fk_customers_1", use_alter=True),
    )

    id: Mapped[str] = mapped_column(String, primary_key=True)
    best: Mapped[Optional[str]] = mapped_column(String, nullable=True)


events = Table(
    "events",
    Base.metadata,
    Column("at", DateTime(timezone=True), nullable=False),
)
