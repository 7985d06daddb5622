"""Models of data contract Orders of the shop, version 1.0.0.

To know what is sold
"""

import datetime as dt
from decimal import Decimal
from pydantic import BaseModel, Field, condate, condecimal, conint, conlist, constr, validator
from typing import Any, Dict, List, Literal, Optional
from uuid import UUID


def whole_number(value: Any) -> Any:
    """Refuses 1.5 for an integer, which Pydantic 1 would cut to 1."""
    inside = value.values() if isinstance(value, dict) else value
    if isinstance(value, (dict, list, tuple, set, frozenset)):
        for item in inside:
            whole_number(item)
    if isinstance(value, (float, Decimal)):
        number = Decimal(value)
        if not number.is_finite() or number != number.to_integral_value():
            raise ValueError("value is not a whole number")
    return value


class OrdersAddress(BaseModel):
    city: str


class OrdersLines(BaseModel):
    sku: Optional[str] = None


class Orders(BaseModel):
    """Orders of the shop

    Tags: sales
    """

    class Config:
        allow_population_by_field_name = True

    order_id: constr(max_length=12) = Field(..., alias="order id", primaryKey=True)
    class_: Optional[constr(regex="^[a-z]{3}\\Z")] = Field(None, alias="class")
    model_name: Optional[Literal["a", "b"]] = None
    schema_: Optional[str] = Field(
        None,
        alias="schema",
        description="Say \"\"\"no\"\"\" and \\",
    )
    private: Optional[conint(ge=1, le=9)] = Field(None, alias="_private")
    price: condecimal(max_digits=6, decimal_places=2)
    day: Optional[condate(ge=dt.date(2021, 1, 31))] = None
    code: Optional[constr(regex="^(?=A)[0-9A-Za-z_]+\\Z")] = None
    address: Optional[OrdersAddress] = None
    lines: Optional[conlist(Optional[OrdersLines], min_items=1)] = None
    labels: Optional[Dict[str, int]] = None
    id: Optional[UUID] = Field(None, classification="internal")

    _whole_numbers = validator("private", "labels", pre=True, allow_reuse=True)(whole_number)
