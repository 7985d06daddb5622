-- Data Contract: orders-latest
-- SQL Dialect: databricks
CREATE TABLE orders (
  order_id STRING NOT NULL COMMENT 'Key',
  customer_id INT NOT NULL,
  customer_country CHAR(2) NOT NULL,
  `order` BIGINT,
  Order_Date DATE NOT NULL,
  status STRING,
  total DECIMAL(10,2),
  email VARCHAR(100),
  created_at TIMESTAMP,
  address STRUCT<street: STRING COMMENT 'With number', zip_code: STRING>,
  tags ARRAY<STRING>,
  labels MAP<STRING, INT>,
  embedding ARRAY<FLOAT>,
  PRIMARY KEY (order_id) NOT ENFORCED
)
PARTITIONED BY (Order_Date)
COMMENT 'One row per order; it\'s final';
ALTER TABLE orders ADD CONSTRAINT orders_order_minimum CHECK (`order` >= 1);
ALTER TABLE orders ADD CONSTRAINT orders_Order_Date_minimum CHECK (Order_Date >= DATE '2020-01-01');
ALTER TABLE orders ADD CONSTRAINT orders_status_values CHECK (status IN ('open', 'it\'s'));
ALTER TABLE orders ADD CONSTRAINT orders_total_minimum CHECK (total >= 0);
ALTER TABLE orders ADD CONSTRAINT orders_total_exclusive_maximum CHECK (total < 100000);
ALTER TABLE orders ADD CONSTRAINT orders_email_min_length CHECK (char_length(email) >= 3);
ALTER TABLE orders ADD CONSTRAINT orders_email_pattern CHECK (email RLIKE '^[^@]+@[^@]+\\z');
ALTER TABLE orders ADD CONSTRAINT orders_embedding_dimensions CHECK (array_size(embedding) = 3);
ALTER TABLE orders SET TAGS ('finance' = '', 'Top_Secret' = '');
ALTER TABLE orders ALTER COLUMN status SET TAGS ('state' = '');
ALTER TABLE orders ALTER COLUMN email SET TAGS ('classification' = 'confidential');
CREATE TABLE customers (
  id INT NOT NULL,
  country CHAR(2) NOT NULL,
  favourite STRING,
  PRIMARY KEY (country, id) NOT ENFORCED,
  FOREIGN KEY (favourite) REFERENCES orders (order_id) NOT ENFORCED
)
COMMENT 'People';
ALTER TABLE orders ADD FOREIGN KEY (customer_country, customer_id) REFERENCES customers (country, id) NOT ENFORCED;
-- warning: orders.Order Date (Order_Date), orders.address.zip code (zip_code): is called … here.
-- warning: orders.embedding: no vector in Databricks; written as ARRAY<FLOAT>.
-- warning: orders: tags get other names: Top Secret.
-- warning: orders, customers: its keys are declared, but the platform does not enforce them.
-- note: orders.address: required members inside of what may be null are not checked.
-- note: orders.order (unique), orders.embedding (nulls among its numbers): … not checked.
