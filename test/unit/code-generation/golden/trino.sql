-- Data Contract: orders-latest
-- SQL Dialect: trino
CREATE TABLE orders (
  order_id uuid NOT NULL COMMENT 'Key',
  customer_id integer NOT NULL,
  customer_country char(2) NOT NULL,
  "order" bigint,
  "Order Date" date NOT NULL,
  status varchar,
  total decimal(10,2),
  email varchar(100),
  created_at timestamp(3) with time zone,
  address row(street varchar, "zip code" varchar),
  tags array(varchar),
  labels map(varchar, integer),
  embedding array(real)
)
COMMENT 'One row per order; it''s final'
WITH (partitioning = ARRAY['"Order Date"']);
CREATE TABLE customers (
  id integer NOT NULL,
  country char(2) NOT NULL,
  favourite uuid
)
COMMENT 'People';
-- warning: orders.embedding: no vector in Trino; written as array(real).
-- warning: orders (customers.country, customers.id), customers.favourite (orders.order_id): no foreign key to …, as the platform has none.
-- warning: orders.Order Date: partitioned as in catalogs of Iceberg; those of Hive say partitioned_by.
-- note: orders.address: what is inside has more than the type carries: descriptions, required.
-- note: orders (primary key), orders.order (unique), orders.order (minimum), orders.Order Date (minimum), orders.status (allowed values are), orders.total (minimum, exclusiveMaximum), orders.email (minLength, pattern), orders.embedding (3 dimensions, nulls among its numbers), customers (primary key): … not checked.
