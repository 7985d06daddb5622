-- Data Contract: orders-latest
-- SQL Dialect: redshift
CREATE TABLE orders (
  order_id varchar(36) NOT NULL,
  customer_id integer NOT NULL,
  customer_country char(2) NOT NULL,
  "order" bigint,
  "Order Date" date NOT NULL,
  status varchar(65535),
  total numeric(10,2),
  email varchar(400),
  created_at timestamptz,
  address super,
  tags super,
  labels super,
  embedding super,
  PRIMARY KEY (order_id),
  UNIQUE ("order")
)
SORTKEY ("Order Date");
COMMENT ON TABLE orders IS 'One row per order; it''s final';
COMMENT ON COLUMN orders.order_id IS 'Key';
CREATE TABLE customers (
  id integer NOT NULL,
  country char(2) NOT NULL,
  favourite varchar(36),
  PRIMARY KEY (country, id),
  FOREIGN KEY (favourite) REFERENCES orders (order_id)
);
COMMENT ON TABLE customers IS 'People';
ALTER TABLE orders ADD FOREIGN KEY (customer_country, customer_id) REFERENCES customers (country, id);
-- warning: orders.address, orders.tags, orders.labels: what is inside is not declared in Amazon Redshift; written as super.
-- warning: orders.embedding: no vector in Amazon Redshift; written as super.
-- warning: orders.Order Date: sorts the table, which has no partitions.
-- warning: orders, customers: its keys are declared, but the platform does not enforce them.
-- note: orders.address: what is inside has more than the type carries: descriptions, required.
-- note: orders.order (minimum), orders.Order Date (minimum), orders.status (allowed values are), orders.total (minimum, exclusiveMaximum), orders.email (minLength, pattern), orders.embedding (3 dimensions, nulls among its numbers): … not checked.
