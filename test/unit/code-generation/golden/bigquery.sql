-- Data Contract: orders-latest
-- SQL Dialect: bigquery
CREATE TABLE orders (
  order_id STRING(36) NOT NULL OPTIONS(description='Key'),
  customer_id INT64 NOT NULL,
  customer_country STRING(2) NOT NULL,
  `order` INT64,
  `Order Date` DATE NOT NULL,
  status STRING,
  total NUMERIC(10,2),
  email STRING(100),
  created_at TIMESTAMP,
  address STRUCT<street STRING OPTIONS(description='With number'), `zip code` STRING NOT NULL>,
  tags ARRAY<STRING>,
  labels JSON,
  embedding ARRAY<FLOAT64>,
  PRIMARY KEY (order_id) NOT ENFORCED
)
PARTITION BY `Order Date`
OPTIONS(description='One row per order; it\'s final', labels=[('finance', ''), ('top_secret', '')]);
CREATE TABLE customers (
  id INT64 NOT NULL,
  country STRING(2) NOT NULL,
  favourite STRING(36),
  PRIMARY KEY (country, id) NOT ENFORCED,
  FOREIGN KEY (favourite) REFERENCES orders (order_id) NOT ENFORCED
)
OPTIONS(description='People');
ALTER TABLE orders ADD FOREIGN KEY (customer_country, customer_id) REFERENCES customers (country, id) NOT ENFORCED;
-- note: orders.labels: what is inside is not declared in BigQuery; written as JSON.
-- note: orders.embedding: no vector in BigQuery; written as ARRAY<FLOAT64>.
-- note: orders.order: unique, which is not declared.
-- note: orders.order: minimum not checked.
-- note: orders.Order Date: minimum not checked.
-- note: orders.status: allowed values are not checked.
-- note: orders.total: minimum, exclusiveMaximum not checked.
-- note: orders.email: minLength, pattern not checked.
-- note: orders.embedding: 3 dimensions not checked.
-- note: orders: tags get other names: Top Secret.
-- note: orders.status: its tags have no place.
-- note: orders.email: its classification has no place.
-- note: orders: its keys are declared, but the platform does not enforce them.
-- note: customers: its keys are declared, but the platform does not enforce them.
