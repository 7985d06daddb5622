-- Data Contract: orders-latest
-- SQL Dialect: mysql
CREATE TABLE orders (
  order_id char(36) NOT NULL COMMENT 'Key',
  customer_id int NOT NULL,
  customer_country char(2) NOT NULL,
  `order` bigint,
  `Order Date` date NOT NULL,
  status varchar(255),
  total decimal(10,2),
  email varchar(100),
  created_at datetime(6),
  address json,
  tags json,
  labels json,
  embedding json,
  PRIMARY KEY (order_id),
  UNIQUE (`order`),
  CONSTRAINT orders_order_minimum CHECK (`order` >= 1),
  CONSTRAINT `orders_Order Date_minimum` CHECK (`Order Date` >= '2020-01-01'),
  CONSTRAINT orders_status_values CHECK (status IN ('open', 'it''s') AND status NOT LIKE '% '),
  CONSTRAINT orders_total_minimum CHECK (total >= 0),
  CONSTRAINT orders_total_exclusive_maximum CHECK (total < 100000),
  CONSTRAINT orders_email_min_length CHECK (char_length(email) >= 3),
  CONSTRAINT orders_email_pattern CHECK (email REGEXP '^[^@]+@[^@]+\\z'),
  CONSTRAINT orders_embedding_dimensions CHECK (json_length(embedding) = 3),
  CONSTRAINT orders_embedding_numbers CHECK (json_contains(embedding, 'null') = 0)
)
DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
COMMENT = 'One row per order; it''s final';
CREATE TABLE customers (
  id int NOT NULL,
  country char(2) NOT NULL,
  favourite char(36),
  PRIMARY KEY (country, id),
  FOREIGN KEY (favourite) REFERENCES orders (order_id)
)
DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
COMMENT = 'People';
ALTER TABLE orders ADD FOREIGN KEY (customer_country, customer_id) REFERENCES customers (country, id);
-- warning: orders.order_id, customers.favourite: 'uuid' is not created as such; written as char(36).
-- warning: orders.created_at: moments have no zone in MySQL and MariaDB; written as datetime(6).
-- warning: orders.address, orders.tags, orders.labels: what is inside is not declared in MySQL and MariaDB; written as json.
-- warning: orders.embedding: no vector in MySQL and MariaDB; written as json.
-- warning: orders.Order Date: the platform wants partitions that are made by hand; not partitioned.
-- note: orders.address: what is inside has more than the type carries: descriptions, required.
