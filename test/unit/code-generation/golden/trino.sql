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
-- note: orders.address: what is inside has more than the type carries: descriptions, required.
-- note: orders.embedding: no vector in Trino; written as array(real).
-- note: orders: no foreign key to customers.country, customers.id, as the platform has none.
-- note: customers.favourite: no foreign key to orders.order_id, as the platform has none.
-- note: orders.Order Date: partitioned as in catalogs of Iceberg; those of Hive say partitioned_by.
-- note: orders: the primary key is not declared.
-- note: orders.order: unique, which is not declared.
-- note: orders.order: minimum not checked.
-- note: orders.Order Date: minimum not checked.
-- note: orders.status: allowed values are not checked.
-- note: orders.total: minimum, exclusiveMaximum not checked.
-- note: orders.email: minLength, pattern not checked.
-- note: orders.embedding: 3 dimensions, nulls among its numbers not checked.
-- note: orders: its tags have no place.
-- note: orders.status: its tags have no place.
-- note: orders.email: its classification has no place.
-- note: customers: the primary key is not declared.
