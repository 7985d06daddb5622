/** A file of the demo: its name, and the query of its rows in DuckDB's SQL. */
export type DemoFile = { name: string; rows: string };

/**
 * Rows are computed from their number, so that each run gives the same rows. Each fault affects the multiples of its own prime up
 * to a limit; products of two of these primes exceed the row count, so no row has two faults.
 */
const hits = (prime: number, count: number): string =>
  `(n % ${prime} = 0 and n <= ${prime * count})`;

/** A value of the list, selected by the row number. */
const pick = (values: string[], by: string): string =>
  `[${values.map((value) => `'${value}'`).join(', ')}][1 + (${by}) % ${values.length}]`;

const givenNames = ['mira', 'jonas', 'elif', 'pieter', 'astrid', 'luc', 'freya', 'omar', 'tilde'];
const familyNames = ['vos', 'lindholm', 'marchand', 'okafor', 'weber', 'dahl', 'peeters', 'rossi'];

const webOrders = `
  select n,
    'WO-' || lpad(n::varchar, 7, '0') as order_id,
    case when ${hits(1249, 120)} then null
      else ${pick(givenNames, 'n * 7')} || '.' || ${pick(familyNames, 'n * 3 + n // 72')} || n % 40000
        || case when ${hits(3571, 40)} then ' at ' else '@' end || 'example.com'
    end as customer_email,
    case when ${hits(1999, 75)} then 'LOST?'
      else ${pick(['delivered', 'delivered', 'delivered', 'shipped', 'returned', 'paid', 'placed'], 'n * 5 + n // 7')}
    end as status,
    ${pick(['DE', 'NL', 'DE', 'DK', 'FR', 'BE', 'AT'], 'n * 3 + n // 11')} as country,
    case when ${hits(9973, 15)} then 400 else 1 + (n * 7919) % 12 end as items,
    (case when ${hits(2411, 60)} then -1 else 1 end * (450 + (n * 7919) % 23500) / 100)::decimal(10, 2) as amount,
    case when ${hits(17977, 8)} then '2025-02-30T10:00:00Z'
      else strftime(timestamp '2025-01-01' + to_seconds(n * 210 + (n * 7919) % 200), '%Y-%m-%dT%H:%M:%SZ')
    end as ordered_at
  from range(1, 149976) as numbers(n)`;

const isRepeated = hits(5003, 25);
const isFaulty = [
  hits(1249, 120),
  hits(3571, 40),
  hits(1999, 75),
  hits(9973, 15),
  hits(2411, 60),
  hits(17977, 8),
].join(' or ');

const rawWebOrders = `
  select * exclude (n) from (
    select * from (${webOrders})
    union all select * from (${webOrders}) where ${isRepeated}
  ) order by n`;

const cleanedWebOrders = `select * exclude (n) from (${webOrders}) where not (${isFaulty}) order by n`;

const sales = `
  select n::bigint as sale_id,
    date '2024-01-01' + (n * 731 // 300001)::integer as sold_on,
    'PL-' || lpad((1 + (n * 7919) % 2400)::varchar, 4, '0') as plant_id,
    ${pick(['web', 'web', 'web', 'telephone', 'fair'], 'n * 3 + n // 13')} as channel,
    ${pick(['DE', 'NL', 'DE', 'DK', 'FR', 'BE', 'AT'], 'n * 5 + n // 17')} as country,
    (1 + (n * 104729) % 12)::integer as quantity,
    ((1 + (n * 104729) % 12) * (95 + (n * 1299709) % 3900) / 100)::decimal(12, 2) as revenue
  from range(1, 300001) as numbers(n)
  order by n`;

const carrierNames = ['northline', 'kurier7', 'greenwheel', 'seabridge', 'rapidfox', 'owlpost'];
const carriers = [...carrierNames, 'heathrunner'];

const parcels = `
  select n,
    'SH-' || lpad(((n + 1) // 2)::varchar, 7, '0') as shipment_id,
    (2 - n % 2)::integer as parcel_no,
    'WO-' || lpad((1 + (n - 1) // 2 * 3749 // 1000)::varchar, 7, '0') as order_id,
    case when ${hits(1999, 30)} then 'cousin-pete' else ${pick(carriers, 'n * 3 + n // 5')} end as carrier,
    case when ${hits(379, 210)} then null else lpad((1000 + (n * 7919) % 98999)::varchar, 5, '0') end as postcode,
    (case when ${hits(1709, 45)} then 1000 else 1 end * (20 + (n * 7919) % 3100) / 100)::decimal(10, 2) as weight_kg,
    (case when ${hits(4013, 18)} then -1 else 1 end * (320 + (n * 104729) % 1900) / 100)::decimal(8, 2) as cost,
    date '2025-01-02' + (n * 365 // 80001)::integer as sent_on,
    case when n <= 79200 then date '2025-01-03' + (n * 365 // 80001 + n % 5)::integer end as delivered_on
  from range(1, 80001) as numbers(n)`;

const shipments = `
  select * exclude (n) from (
    select * from (${parcels})
    union all select * from (${parcels}) where ${hits(6007, 12)}
  ) order by n`;

const carrierRows = `
  select carrier, upper(carrier[1]) || carrier[2:] || ' Parcels' as name, (1 + n % 4)::integer as speed_days
  from (select unnest([${carriers.map((name) => `'${name}'`).join(', ')}]) as carrier, unnest(range(7)) as n)
  order by n`;

const genera = ['Rosa', 'Salvia', 'Quercus', 'Allium', 'Iris', 'Malva', 'Tulipa', 'Geranium'];
const species = ['maritima', 'alba', 'officinalis', 'montana', 'pratensis', 'grandiflora', 'nana'];

const plants = `
  select 'PL-' || lpad(n::varchar, 4, '0') as plant_id,
    ${pick(genera, 'n')} || ' ' || ${pick(species, 'n // 8')} || ' ''No. ' || n || '''' as latin_name,
    ${pick(['seed', 'bulb', 'perennial', 'shrub', 'tree'], 'n * 3 + n // 7')} as kind,
    1 + (n * 7919) % 13 as hardiness_zone,
    case when n % 11 <> 0 then 5 + (n * 104729) % 900 end as height_cm
  from range(1, 2401) as numbers(n)
  order by n`;

const prices = `
  select 'PL-' || lpad((1 + n // 3)::varchar, 4, '0') as plant_id,
    ['small', 'medium', 'large'][1 + n % 3] as size,
    ((1 + n % 3) * (150 + (n // 3 * 7919) % 4800) / 100)::decimal(8, 2) as price,
    date '2025-09-01' as valid_from
  from range(0, 7200) as numbers(n)
  order by n`;

/** The files of the demo in their order of creation; examples/demo describes their faults. */
export const demoFiles: readonly DemoFile[] = [
  { name: 'web-orders-raw.csv', rows: rawWebOrders },
  { name: 'web-orders-cleaned.csv', rows: cleanedWebOrders },
  { name: 'sales.parquet', rows: sales },
  { name: 'shipments.parquet', rows: shipments },
  { name: 'carriers.parquet', rows: carrierRows },
  { name: 'plants.csv', rows: plants },
  { name: 'prices.csv', rows: prices },
];
