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
  CONSTRAINT orders_customer_country_max_length CHECK (length(customer_country) <= 2),
  CONSTRAINT orders_order_minimum CHECK ("order" >= 1),
  CONSTRAINT "orders_Order Date_minimum" CHECK ("Order Date" >= DATE '2020-01-01'),
  CONSTRAINT orders_status_values CHECK (status IN ('open', 'it''s')),
  CONSTRAINT orders_total_minimum CHECK (total >= 0),
  CONSTRAINT orders_total_exclusive_maximum CHECK (total < 100000),
  CONSTRAINT orders_email_min_length CHECK (length(email) >= 3),
  CONSTRAINT orders_email_max_length CHECK (length(email) <= 100),
  CONSTRAINT orders_email_pattern CHECK (regexp_matches(email, '^[^@]+@[^@]+$')),
  CONSTRAINT orders_embedding_numbers CHECK (list_count(embedding) = len(embedding))
);
COMMENT ON TABLE orders IS 'One row per order; it''s final';
COMMENT ON COLUMN orders.order_id IS 'Key';
CREATE TABLE customers (
  id INTEGER NOT NULL,
  country VARCHAR(2) NOT NULL,
  favourite UUID,
  PRIMARY KEY (country, id),
  FOREIGN KEY (favourite) REFERENCES orders (order_id),
  CONSTRAINT customers_country_max_length CHECK (length(country) <= 2)
);
COMMENT ON TABLE customers IS 'People';
-- warning: orders: no foreign key to customers, which comes later.
-- warning: orders.Order Date: the platform wants partitions that are made by hand; not partitioned.
-- note: orders.address: what is inside has more than the type carries: descriptions, required.
