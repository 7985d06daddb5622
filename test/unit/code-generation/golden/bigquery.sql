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
-- warning: orders.labels: what is inside is not declared in BigQuery; written as JSON.
-- warning: orders.embedding: no vector in BigQuery; written as ARRAY<FLOAT64>.
-- warning: orders: tags get other names: Top Secret.
-- warning: orders, customers: its keys are declared, but the platform does not enforce them.
-- note: orders.order (unique), orders.order (minimum), orders.Order Date (minimum), orders.status (allowed values are), orders.total (minimum, exclusiveMaximum), orders.email (minLength, pattern), orders.embedding (3 dimensions): … not checked.
