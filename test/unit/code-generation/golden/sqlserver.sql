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
  CONSTRAINT orders_order_minimum CHECK ([order] >= 1),
  CONSTRAINT [orders_Order Date_minimum] CHECK ([Order Date] >= '2020-01-01'),
  CONSTRAINT orders_status_values CHECK (status IN (N'open', N'it''s')),
  CONSTRAINT orders_total_minimum CHECK (total >= 0),
  CONSTRAINT orders_total_exclusive_maximum CHECK (total < 100000),
  CONSTRAINT orders_email_min_length CHECK (LEN(email + N'.') - 1 >= 3)
);
CREATE UNIQUE INDEX orders_order_unique ON orders ([order]) WHERE [order] IS NOT NULL;
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
-- warning: orders.address, orders.tags, orders.labels: what is inside is not declared in SQL Server; written as nvarchar(max).
-- warning: orders.Order Date: the platform wants partitions that are made by hand; not partitioned.
-- note: orders.address: what is inside has more than the type carries: descriptions, required.
-- note: orders.email: pattern not checked.
