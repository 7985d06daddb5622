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
-- note: orders.address: what is inside is not declared in Amazon Redshift; written as super.
-- note: orders.address: what is inside has more than the type carries: descriptions, required.
-- note: orders.tags: what is inside is not declared in Amazon Redshift; written as super.
-- note: orders.labels: what is inside is not declared in Amazon Redshift; written as super.
-- note: orders.embedding: no vector in Amazon Redshift; written as super.
-- note: orders.Order Date: sorts the table, which has no partitions.
-- note: orders.order: minimum not checked.
-- note: orders.Order Date: minimum not checked.
-- note: orders.status: allowed values are not checked.
-- note: orders.total: minimum, exclusiveMaximum not checked.
-- note: orders.email: minLength, pattern not checked.
-- note: orders.embedding: 3 dimensions, nulls among its numbers not checked.
-- note: orders: its tags have no place.
-- note: orders.status: its tags have no place.
-- note: orders.email: its classification has no place.
-- note: orders: its keys are declared, but the platform does not enforce them.
-- note: customers: its keys are declared, but the platform does not enforce them.
