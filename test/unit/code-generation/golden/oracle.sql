-- Data Contract: orders-latest
-- SQL Dialect: oracle
CREATE TABLE orders (
  order_id VARCHAR2(36) NOT NULL,
  customer_id NUMBER NOT NULL,
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
  CHECK ("order" >= 1),
  CHECK ("Order Date" >= DATE '2020-01-01'),
  CHECK (status IN ('open', 'it''s')),
  CHECK (total >= 0),
  CHECK (total < 100000),
  CHECK (LENGTH(email) >= 3)
);
COMMENT ON TABLE orders IS 'One row per order; it''s final';
COMMENT ON COLUMN orders.order_id IS 'Key';
CREATE TABLE customers (
  id NUMBER NOT NULL,
  country CHAR(2) NOT NULL,
  favourite VARCHAR2(36),
  PRIMARY KEY (country, id),
  FOREIGN KEY (favourite) REFERENCES orders (order_id)
);
COMMENT ON TABLE customers IS 'People';
ALTER TABLE orders ADD FOREIGN KEY (customer_country, customer_id) REFERENCES customers (country, id);
-- note: orders.address: what is inside is not declared in Oracle; written as CLOB.
-- note: orders.tags: what is inside is not declared in Oracle; written as CLOB.
-- note: orders.labels: what is inside is not declared in Oracle; written as CLOB.
-- note: orders.Order Date: the platform wants partitions that are made by hand; not partitioned.
-- note: orders.email: pattern not checked.
-- note: orders: its tags have no place.
-- note: orders.status: its tags have no place.
-- note: orders.email: its classification has no place.
