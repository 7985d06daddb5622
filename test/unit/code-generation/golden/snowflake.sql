-- Data Contract: orders-latest
-- SQL Dialect: snowflake
CREATE TABLE orders (
  order_id VARCHAR(36) NOT NULL COMMENT 'Key',
  customer_id NUMBER NOT NULL,
  customer_country CHAR(2) NOT NULL,
  "order" BIGINT,
  "Order Date" DATE NOT NULL,
  status STRING,
  total NUMBER(10,2),
  email VARCHAR(100),
  created_at TIMESTAMP_TZ,
  address OBJECT,
  tags ARRAY,
  labels OBJECT,
  embedding VECTOR(FLOAT, 3),
  PRIMARY KEY (order_id) NOT ENFORCED,
  UNIQUE ("order") NOT ENFORCED
)
CLUSTER BY ("Order Date")
COMMENT = 'One row per order; it''s final';
CREATE TABLE customers (
  id NUMBER NOT NULL,
  country CHAR(2) NOT NULL,
  favourite VARCHAR(36),
  PRIMARY KEY (country, id) NOT ENFORCED,
  FOREIGN KEY (favourite) REFERENCES orders (order_id) NOT ENFORCED
)
COMMENT = 'People';
ALTER TABLE orders ADD FOREIGN KEY (customer_country, customer_id) REFERENCES customers (country, id) NOT ENFORCED;
-- note: orders.order_id: 'uuid' is not created as such; written as VARCHAR(36).
-- note: orders.address: what is inside is not declared in Snowflake; written as OBJECT.
-- note: orders.address: what is inside has more than the type carries: descriptions, required.
-- note: orders.tags: what is inside is not declared in Snowflake; written as ARRAY.
-- note: orders.labels: what is inside is not declared in Snowflake; written as OBJECT.
-- note: customers.favourite: 'uuid' is not created as such; written as VARCHAR(36).
-- note: orders.Order Date: clusters the table, which has no partitions to declare.
-- note: orders.order: minimum, the range of i64 not checked.
-- note: orders.Order Date: minimum not checked.
-- note: orders.status: allowed values are not checked.
-- note: orders.total: minimum, exclusiveMaximum not checked.
-- note: orders.email: minLength, pattern not checked.
-- note: orders: its tags have no place.
-- note: orders.status: its tags have no place.
-- note: orders.email: its classification has no place.
-- note: orders: its keys are declared, but the platform does not enforce them.
-- note: customers: its keys are declared, but the platform does not enforce them.
