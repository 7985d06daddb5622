"""Models of data contract Orders of the shop, version 1.0.0.

To know what is sold
"""

import datetime as dt
from decimal import Decimal
from pydantic import BaseModel, ConfigDict, Field
from typing import Annotated, Literal
from uuid import UUID


class OrdersAddress(BaseModel):
    city: str


class OrdersLines(BaseModel):
    sku: str | None = None


class Orders(BaseModel):
    """Orders of the shop

    Tags: sales
    """

    model_config = ConfigDict(populate_by_name=True, regex_engine="python-re", protected_namespaces=())

    order_id: Annotated[str, Field(max_length=12)] = Field(
        alias="order id",
        json_schema_extra={"primaryKey": True},
    )
    class_: Annotated[str, Field(pattern="^[a-z]{3}\\Z")] | None = Field(
        default=None,
        alias="class",
    )
    model_name: Literal["a", "b"] | None = None
    schema_: str | None = Field(
        default=None,
        alias="schema",
        description="Say \"\"\"no\"\"\" and \\",
    )
    private: Annotated[int, Field(ge=1, le=9)] | None = Field(default=None, alias="_private")
    price: Annotated[Decimal, Field(max_digits=6, decimal_places=2)]
    day: Annotated[dt.date, Field(ge=dt.date(2021, 1, 31))] | None = None
    code: Annotated[str, Field(pattern="^(?=A)[0-9A-Za-z_]+\\Z")] | None = None
    address: OrdersAddress | None = None
    lines: Annotated[list[OrdersLines | None], Field(min_length=1)] | None = None
    labels: dict[str, int] | None = None
    id: UUID | None = Field(default=None, json_schema_extra={"classification": "internal"})
