-- Data Contract: orders-latest
-- SQL Dialect: oracle
CREATE TABLE orders (
  order_id VARCHAR2(36) NOT NULL,
  customer_id NUMBER(38,0) NOT NULL,
  customer_country CHAR(2) NOT NULL,
  "order" NUMBER(19,0),
  "Order Date" DATE NOT NULL,
  status NVARCHAR2(2000),
  total NUMBER(10,2),
  email NVARCHAR2(100),
  created_at TIMESTAMP(6) WITH TIME ZONE,
  address CLOB,
  tags CLOB,
  labels CLOB,
  embedding VECTOR(3, FLOAT32),
  PRIMARY KEY (order_id),
  UNIQUE ("order"),
  CONSTRAINT orders_order_minimum CHECK ("order" >= 1),
  CONSTRAINT orders_order_range CHECK ("order" <= 9223372036854775807),
  CONSTRAINT "orders_Order Date_minimum" CHECK ("Order Date" >= DATE '2020-01-01'),
  CONSTRAINT orders_status_values CHECK (status IN ('open', 'it''s')),
  CONSTRAINT orders_total_minimum CHECK (total >= 0),
  CONSTRAINT orders_total_exclusive_maximum CHECK (total < 100000),
  CONSTRAINT orders_email_min_length CHECK (LENGTH(email) >= 3),
  CONSTRAINT orders_email_pattern CHECK (REGEXP_LIKE(email, '^[^@]+@[^@]+$'))
);
COMMENT ON TABLE orders IS 'One row per order; it''s final';
COMMENT ON COLUMN orders.order_id IS 'Key';
CREATE TABLE customers (
  id NUMBER(38,0) NOT NULL,
  country CHAR(2) NOT NULL,
  favourite VARCHAR2(36),
  PRIMARY KEY (country, id),
  FOREIGN KEY (favourite) REFERENCES orders (order_id)
);
COMMENT ON TABLE customers IS 'People';
ALTER TABLE orders ADD FOREIGN KEY (customer_country, customer_id) REFERENCES customers (country, id);
-- warning: orders.address, orders.tags, orders.labels: what is inside is not declared in Oracle; written as CLOB.
-- warning: orders.Order Date: the platform wants partitions that are made by hand; not partitioned.
-- note: orders.address: what is inside has more than the type carries: descriptions, required.
