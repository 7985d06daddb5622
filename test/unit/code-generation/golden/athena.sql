-- Data Contract: orders-latest
-- SQL Dialect: athena
CREATE EXTERNAL TABLE orders (
  order_id string COMMENT 'Key',
  customer_id int,
  customer_country char(2),
  `order` bigint,
  status string,
  total decimal(10,2),
  email varchar(100),
  created_at timestamp,
  address struct<street:string, zip_code:string>,
  tags array<string>,
  labels map<string, int>,
  embedding array<float>
)
COMMENT 'One row per order; it\'s final'
PARTITIONED BY (`Order_Date` date)
STORED AS PARQUET
LOCATION 's3://bucket/path/orders/';
CREATE EXTERNAL TABLE customers (
  id int,
  country char(2),
  favourite string
)
COMMENT 'People'
STORED AS PARQUET
LOCATION 's3://bucket/path/customers/';
-- warning: orders.order_id, customers.favourite: 'uuid' is not created as such; written as string.
-- warning: orders.Order Date (Order_Date), orders.address.zip code (zip_code): is called … here.
-- warning: orders.created_at: moments have no zone in Amazon Athena; written as timestamp.
-- warning: orders.embedding: no vector in Amazon Athena; written as array<float>.
-- warning: orders (customers.country, customers.id), customers.favourite (orders.order_id): no foreign key to …, as the platform has none.
-- warning: orders, customers: the contract does not say where its files are; the LOCATION has to be filled in.
-- note: orders.address: what is inside has more than the type carries: descriptions, required.
-- note: orders.order_id (required), orders.customer_id (required), orders.customer_country (required), orders (primary key), orders.order (unique), orders.order (minimum), orders.Order Date (minimum), orders.status (allowed values are), orders.total (minimum, exclusiveMaximum), orders.email (minLength, pattern), orders.embedding (3 dimensions, nulls among its numbers), orders.Order Date (required), customers.id (required), customers.country (required), customers (primary key): … not checked.
