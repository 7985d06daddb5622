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
-- warning: orders.order_id, customers.favourite: 'uuid' is not created as such; written as VARCHAR(36).
-- warning: orders.address, orders.labels: what is inside is not declared in Snowflake; written as OBJECT.
-- warning: orders.tags: what is inside is not declared in Snowflake; written as ARRAY.
-- warning: orders.Order Date: clusters the table, which has no partitions to declare.
-- warning: orders, customers: its keys are declared, but the platform does not enforce them.
-- note: orders.address: what is inside has more than the type carries: descriptions, required.
-- note: orders.order (minimum, the range of i64), orders.Order Date (minimum), orders.status (allowed values are), orders.total (minimum, exclusiveMaximum), orders.email (minLength, pattern): … not checked.
