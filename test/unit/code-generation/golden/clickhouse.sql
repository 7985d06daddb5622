-- Data Contract: orders-latest
-- SQL Dialect: clickhouse
CREATE TABLE orders (
  order_id UUID COMMENT 'Key',
  customer_id Int32,
  customer_country String,
  `order` Nullable(Int64),
  `Order Date` Date32,
  status Nullable(String),
  total Nullable(Decimal(10,2)),
  email Nullable(String),
  created_at Nullable(DateTime64(6, 'UTC')),
  address Tuple(street Nullable(String), `zip code` String),
  tags Array(Nullable(String)),
  labels Map(String, Nullable(Int32)),
  embedding Array(Float32),
  CONSTRAINT orders_order_minimum CHECK (isNull(`order`) OR (`order` >= 1)),
  CONSTRAINT `orders_Order Date_minimum` CHECK (`Order Date` >= '2020-01-01'),
  CONSTRAINT orders_status_values CHECK (isNull(status) OR (status IN ('open', 'it''s'))),
  CONSTRAINT orders_total_minimum CHECK (isNull(total) OR (total >= 0)),
  CONSTRAINT orders_total_exclusive_maximum CHECK (isNull(total) OR (total < 100000)),
  CONSTRAINT orders_email_min_length CHECK (isNull(email) OR (lengthUTF8(email) >= 3)),
  CONSTRAINT orders_email_max_length CHECK (isNull(email) OR (lengthUTF8(email) <= 100)),
  CONSTRAINT orders_email_pattern CHECK (isNull(email) OR (match(email, '^[^@]+@[^@]+$'))),
  CONSTRAINT orders_embedding_dimensions CHECK (empty(embedding) OR length(embedding) = 3)
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
-- warning: orders.customer_country, customers.country: the parameters of 'char(2)' are not kept; written as String.
-- warning: orders.embedding: no vector in ClickHouse; written as Array(Float32).
-- warning: orders (customers.country, customers.id), customers.favourite (orders.order_id): no foreign key to …, as the platform has none.
-- warning: orders.address, orders.tags, orders.labels, orders.embedding: is empty instead of null.
-- warning: orders, customers: the primary key orders rows and is not unique.
-- note: orders.address: what is inside has more than the type carries: descriptions.
-- note: orders.order: unique not checked.
