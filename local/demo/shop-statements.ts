/** The schema of the demo in its own database of the private Postgres. */
export const shopSchema = 'demo_shop';

/** See file-statements.ts: each fault affects the multiples of its own prime, up to a limit. */
const hits = (prime: number, count: number): string =>
  `(n % ${prime} = 0 and n <= ${prime * count})`;

const pick = (values: string[], by: string): string =>
  `(array[${values.map((value) => `'${value}'`).join(', ')}])[1 + (${by}) % ${values.length}]`;

const givenNames = ['Mira', 'Jonas', 'Elif', 'Pieter', 'Astrid', 'Luc', 'Freya', 'Omar', 'Tilde'];
const familyNames = ['Vos', 'Lindholm', 'Marchand', 'Okafor', 'Weber', 'Dahl', 'Peeters', 'Rossi'];

const fullName = `${pick(givenNames, 'n * 7')} || ' ' || ${pick(familyNames, 'n * 3 + n / 72')}`;
const email = `lower(replace(${fullName}, ' ', '.')) || n`;

const customers = `
  insert into ${shopSchema}.customers
  select n,
    case when ${hits(5003, 5)} then '?' else ${fullName} end,
    case when ${hits(331, 90)} then null
      else ${email} || case when ${hits(541, 55)} then ' at ' else '@' end || 'example.com' end,
    1000 + (n * 7919) % 98999,
    case when ${hits(2003, 14)} then 'platinum'
      else (array['seedling', 'bloom', 'evergreen', null, null])[1 + n % 5] end,
    date '2014-03-01' + n / 7
  from (
    select n from generate_series(1, 30000) as numbers(n)
    union all select n from generate_series(1, 30000) as numbers(n) where ${hits(2903, 10)}
  ) as numbers order by n`;

const orders = `
  insert into ${shopSchema}.orders
  select n,
    case when ${hits(797, 150)} then null else 1 + (n * 7919) % 30000 end,
    case when ${hits(3571, 33)} then 'unclear'
      else ${pick(['delivered', 'delivered', 'delivered', 'shipped', 'returned', 'paid', 'placed'], 'n * 5 + n / 7')} end,
    (case when ${hits(5507, 21)} then -1 else 1 end * (450 + (n * 7919) % 23500)) / 100.0,
    timestamptz '2025-01-01 00:00:00+00' + n * interval '262 seconds'
  from (
    select n from generate_series(1::bigint, 120000) as numbers(n)
    union all select n from generate_series(1::bigint, 120000) as numbers(n) where ${hits(19001, 6)}
  ) as numbers order by n`;

/** Creates the schema again with all rows; run in one transaction, in this order. */
export const shopStatements: readonly string[] = [
  `drop schema if exists ${shopSchema} cascade`,
  `create schema ${shopSchema}`,
  `comment on schema ${shopSchema} is 'Customers and orders of the web shop, with planted faults'`,
  // No keys and no checks, because the planted faults violate them.
  `create table ${shopSchema}.customers (
    id integer, full_name text, email text, postcode integer, loyalty_level text, customer_since date)`,
  `create table ${shopSchema}.orders (
    order_id bigint, customer_id integer, status text, amount numeric(10,2), placed_at timestamptz)`,
  customers,
  orders,
  `analyze ${shopSchema}.customers`,
  `analyze ${shopSchema}.orders`,
];
