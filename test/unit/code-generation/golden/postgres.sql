-- Data Contract: orders-latest
-- SQL Dialect: postgres
CREATE TABLE orders (
  order_id uuid NOT NULL,
  customer_id integer NOT NULL,
  customer_country char(2) NOT NULL,
  "order" bigint,
  "Order Date" date NOT NULL,
  status text,
  total numeric(10,2),
  email varchar(100),
  created_at timestamptz,
  address jsonb,
  tags text[],
  labels jsonb,
  embedding real[],
  PRIMARY KEY (order_id),
  UNIQUE ("order"),
  CONSTRAINT orders_order_minimum CHECK ("order" >= 1),
  CONSTRAINT "orders_Order Date_minimum" CHECK ("Order Date" >= DATE '2020-01-01'),
  CONSTRAINT orders_status_values CHECK (status IN ('open', 'it''s')),
  CONSTRAINT orders_total_minimum CHECK (total >= 0),
  CONSTRAINT orders_total_exclusive_maximum CHECK (total < 100000),
  CONSTRAINT orders_email_min_length CHECK (char_length(email) >= 3),
  CONSTRAINT orders_email_pattern CHECK (email ~ '^[^@]+@[^@]+$'),
  CONSTRAINT orders_embedding_dimensions CHECK (cardinality(embedding) = 3),
  CONSTRAINT orders_embedding_numbers CHECK (array_position(embedding, NULL) IS NULL)
);
COMMENT ON TABLE orders IS 'One row per order; it''s final';
COMMENT ON COLUMN orders.order_id IS 'Key';
CREATE TABLE customers (
  id integer NOT NULL,
  country char(2) NOT NULL,
  favourite uuid,
  PRIMARY KEY (country, id),
  FOREIGN KEY (favourite) REFERENCES orders (order_id)
);
COMMENT ON TABLE customers IS 'People';
ALTER TABLE orders ADD FOREIGN KEY (customer_country, customer_id) REFERENCES customers (country, id);
-- warning: orders.address, orders.labels: what is inside is not declared in PostgreSQL; written as jsonb.
-- warning: orders.embedding: no vector in PostgreSQL; written as real[].
-- warning: orders.Order Date: the platform wants partitions that are made by hand; not partitioned.
-- note: orders.address: what is inside has more than the type carries: descriptions, required.
