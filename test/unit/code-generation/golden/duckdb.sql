-- Data Contract: orders-latest
-- SQL Dialect: duckdb
CREATE TABLE orders (
  order_id UUID NOT NULL,
  customer_id INTEGER NOT NULL,
  customer_country VARCHAR(2) NOT NULL,
  "order" BIGINT,
  "Order Date" DATE NOT NULL,
  status VARCHAR,
  total DECIMAL(10,2),
  email VARCHAR(100),
  created_at TIMESTAMPTZ,
  address STRUCT(street VARCHAR, "zip code" VARCHAR),
  tags VARCHAR[],
  labels MAP(VARCHAR, INTEGER),
  embedding FLOAT[3],
  PRIMARY KEY (order_id),
  UNIQUE ("order"),
  CHECK ("order" >= 1),
  CHECK ("Order Date" >= DATE '2020-01-01'),
  CHECK (status IN ('open', 'it''s')),
  CHECK (total >= 0),
  CHECK (total < 100000),
  CHECK (length(email) >= 3),
  CHECK (length(email) <= 100),
  CHECK (regexp_matches(email, '^[^@]+@[^@]+$'))
);
COMMENT ON TABLE orders IS 'One row per order; it''s final';
COMMENT ON COLUMN orders.order_id IS 'Key';
CREATE TABLE customers (
  id INTEGER NOT NULL,
  country VARCHAR(2) NOT NULL,
  favourite UUID,
  PRIMARY KEY (country, id),
  FOREIGN KEY (favourite) REFERENCES orders (order_id)
);
COMMENT ON TABLE customers IS 'People';
-- note: orders.address: descriptions of members have no place.
-- note: orders: no foreign key to customers, which comes later.
-- note: orders.Order Date: the platform wants partitions that are made by hand; not partitioned.
-- note: orders: its tags have no place.
-- note: orders.status: its tags have no place.
-- note: orders.email: its classification has no place.
