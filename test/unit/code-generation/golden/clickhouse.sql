-- Data Contract: orders-latest
-- SQL Dialect: clickhouse
CREATE TABLE orders (
  order_id UUID COMMENT 'Key',
  customer_id Int32,
  customer_country String,
  `order` Nullable(Int64),
  `Order Date` Date,
  status Nullable(String),
  total Nullable(Decimal(10,2)),
  email Nullable(String),
  created_at Nullable(DateTime64(6)),
  address Tuple(street String, `zip code` String),
  tags Array(String),
  labels Map(String, Int32),
  embedding Array(Float32),
  CONSTRAINT check_1 CHECK (isNull(`order`) OR (`order` >= 1)),
  CONSTRAINT check_2 CHECK (`Order Date` >= '2020-01-01'),
  CONSTRAINT check_3 CHECK (isNull(status) OR (status IN ('open', 'it''s'))),
  CONSTRAINT check_4 CHECK (isNull(total) OR (total >= 0)),
  CONSTRAINT check_5 CHECK (isNull(total) OR (total < 100000)),
  CONSTRAINT check_6 CHECK (isNull(email) OR (lengthUTF8(email) >= 3)),
  CONSTRAINT check_7 CHECK (isNull(email) OR (lengthUTF8(email) <= 100))
)
ENGINE = MergeTree()
PARTITION BY (`Order Date`)
ORDER BY (order_id)
COMMENT 'One row per order; it''s final';
CREATE TABLE customers (
  id Int32,
  country String,
  favourite Nullable(UUID)
)
ENGINE = MergeTree()
ORDER BY (country, id)
COMMENT 'People';
-- note: orders.customer_country: the parameters of 'char(2)' are not kept; written as String.
-- note: orders.address: descriptions of members have no place.
-- note: orders.embedding: no vector in ClickHouse; written as Array(Float32).
-- note: customers.country: the parameters of 'char(2)' are not kept; written as String.
-- note: orders: no foreign key to customers.country, customers.id, as the platform has none.
-- note: customers.favourite: no foreign key to orders.order_id, as the platform has none.
-- note: orders: the primary key orders rows and is not unique.
-- note: orders.order: unique, which is not declared.
-- note: orders.email: pattern not checked.
-- note: orders: its tags have no place.
-- note: orders.status: its tags have no place.
-- note: orders.email: its classification has no place.
-- note: customers: the primary key orders rows and is not unique.
