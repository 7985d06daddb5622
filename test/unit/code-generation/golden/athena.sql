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
-- note: orders.order_id: 'uuid' is not created as such; written as string.
-- note: orders.Order Date: is called Order_Date here.
-- note: orders.created_at: moments have no zone in Amazon Athena; written as timestamp.
-- note: orders.address.zip code: is called zip_code here.
-- note: orders.address: what is inside has more than the type carries: descriptions, required.
-- note: orders.embedding: no vector in Amazon Athena; written as array<float>.
-- note: customers.favourite: 'uuid' is not created as such; written as string.
-- note: orders: no foreign key to customers.country, customers.id, as the platform has none.
-- note: customers.favourite: no foreign key to orders.order_id, as the platform has none.
-- note: orders: the contract does not say where its files are; the LOCATION has to be filled in.
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
-- note: customers: the contract does not say where its files are; the LOCATION has to be filled in.
-- note: customers: the primary key is not declared.
-- note: orders: required, which is not checked: order_id, customer_id, customer_country, Order Date.
-- note: customers: required, which is not checked: id, country.
