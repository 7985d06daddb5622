-- Data Contract: orders-latest
-- SQL Dialect: sqlserver
DECLARE @schema sysname = SCHEMA_NAME();
CREATE TABLE orders (
  order_id uniqueidentifier NOT NULL,
  customer_id int NOT NULL,
  customer_country char(2) NOT NULL,
  [order] bigint,
  [Order Date] date NOT NULL,
  status nvarchar(max),
  total decimal(10,2),
  email nvarchar(100),
  created_at datetimeoffset,
  address nvarchar(max),
  tags nvarchar(max),
  labels nvarchar(max),
  embedding vector(3),
  PRIMARY KEY (order_id),
  UNIQUE ([order]),
  CHECK ([order] >= 1),
  CHECK ([Order Date] >= '2020-01-01'),
  CHECK (status IN (N'open', N'it''s')),
  CHECK (total >= 0),
  CHECK (total < 100000),
  CHECK (LEN(email + N'.') - 1 >= 3)
);
EXEC sp_addextendedproperty @name = N'MS_Description', @value = N'One row per order; it''s final', @level0type = N'SCHEMA', @level0name = @schema, @level1type = N'TABLE', @level1name = N'orders';
EXEC sp_addextendedproperty @name = N'MS_Description', @value = N'Key', @level0type = N'SCHEMA', @level0name = @schema, @level1type = N'TABLE', @level1name = N'orders', @level2type = N'COLUMN', @level2name = N'order_id';
ADD SENSITIVITY CLASSIFICATION TO orders.email WITH (LABEL = 'confidential');
CREATE TABLE customers (
  id int NOT NULL,
  country char(2) NOT NULL,
  favourite uniqueidentifier,
  PRIMARY KEY (country, id),
  FOREIGN KEY (favourite) REFERENCES orders (order_id)
);
EXEC sp_addextendedproperty @name = N'MS_Description', @value = N'People', @level0type = N'SCHEMA', @level0name = @schema, @level1type = N'TABLE', @level1name = N'customers';
ALTER TABLE orders ADD FOREIGN KEY (customer_country, customer_id) REFERENCES customers (country, id);
-- note: orders.address: what is inside is not declared in SQL Server; written as nvarchar(max).
-- note: orders.tags: what is inside is not declared in SQL Server; written as nvarchar(max).
-- note: orders.labels: what is inside is not declared in SQL Server; written as nvarchar(max).
-- note: orders.Order Date: the platform wants partitions that are made by hand; not partitioned.
-- note: orders.email: pattern not checked.
-- note: orders: its tags have no place.
-- note: orders.status: its tags have no place.
