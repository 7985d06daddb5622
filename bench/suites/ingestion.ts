import type { ChildProcess } from 'node:child_process';
import { Client } from 'pg';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import type { MeasuredRun, RunMeasure } from '../processes/ingestion-process.ts';
import { productProcesses } from '../../local/processes/product-process.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

const assets = 20_000;
const rounds = 3;
const many = 200_000;
const scanned = 10_000;
const demanded = {
  created: 5_000,
  ratio: 0.4,
  unchanged: 20_000,
  grownMegabytes: 50,
  scanSeconds: 10,
};

const workerFlags = productProcesses.find(({ name }) => name === 'worker')?.flags ?? [];

/** Measures creating, comparing and memory growth of runs, against bare inserts of the same rows. */
export async function benchIngestion(servers: BenchServers): Promise<Figure[]> {
  const client = new Client({ connectionString: servers.databaseUrl });
  await client.connect();
  const process = await startProcess(
    'bench/processes/ingestion-process.js',
    { DATABASE_URL: servers.databaseUrl },
    [...workerFlags, '--expose-gc'],
  );
  const created: number[] = [];
  const unchanged: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const run = { integration: `bench-${round}`, assets, version: 1 };
    created.push(assets / (await measure(process.child, run)).seconds);
    unchanged.push(assets / (await measure(process.child, run)).seconds);
    bare.push(await insertBareRows(client, `bench-${round}:`, `bare-${round}:`));
  }
  const few = await measure(process.child, { integration: 'few', assets: 1_000, version: 1 });
  const most = await measure(process.child, { integration: 'many', assets: many, version: 1 });
  const real = await realSource(client, servers.databaseUrl);
  const first = await measure(process.child, { integration: 'real', real });
  const second = await measure(process.child, { integration: 'real', real });
  await process.stop();
  await client.end();
  return [
    ...toFigures({ created, unchanged, bare, grown: most.grownMegabytes - few.grownMegabytes }),
    toScanFigure('creates', first),
    toScanFigure('finds', second),
  ];
}

/** A separate database with many tables, and the settings of an integration for it. */
async function realSource(client: Client, databaseUrl: string) {
  const database = 'bench_source';
  await client.query(`create database ${database}`);
  const url = new URL(databaseUrl);
  const { hostname: host, port } = url;
  const credentials = {
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
  url.pathname = database;
  const source = new Client({ connectionString: url.href });
  await source.connect();
  // In several transactions, because of the lock limit of one.
  for (let from = 0; from < scanned; from += 1_000) {
    await source.query(`do $$ begin
      for n in ${from}..${from + 999} loop
        execute format('create table %I (id bigint primary key, code varchar(20) not null, amount numeric(10, 2) default 0,
          at timestamptz default now(), day date, flag boolean, size integer check (size > 0), share real, tag char(3),
          other uuid)', 'table_' || n);
        execute format('comment on table %I is %L', 'table_' || n, 'Table number ' || n);
      end loop;
    end $$`);
  }
  await source.query('analyze pg_catalog.pg_class');
  await source.end();
  return {
    source: 'postgres',
    configuration: { host, port: Number(port), database },
    credentials,
  };
}

function toScanFigure(verb: 'creates' | 'finds', { seconds, message }: RunMeasure): Figure {
  // The database and its schema are assets, too.
  const count = scanned + 2;
  const expected = verb === 'creates' ? `${count} created` : `${count} unchanged`;
  return {
    what: `a run that ${verb} ${count} assets of a real PostgreSQL${verb === 'finds' ? ' unchanged' : ''}`,
    ours: `${seconds.toFixed(1)} s`,
    limit: '–',
    ratio: undefined,
    demand: `≤ ${demanded.scanSeconds} s`,
    met: seconds <= demanded.scanSeconds && message.includes(expected),
  };
}

function toFigures(measured: {
  created: number[];
  unchanged: number[];
  bare: number[];
  grown: number;
}): Figure[] {
  const rate = (values: number[]): string => `${Math.round(median(values))}/s`;
  const created = median(measured.created);
  const ratio = created / median(measured.bare);
  const shape = 'of 20 columns each';
  return [
    {
      what: `a run that creates ${assets} assets ${shape}`,
      ours: rate(measured.created),
      limit: `${rate(measured.bare)} bare rows of the same`,
      ratio,
      demand: `≥ ${demanded.created}/s and ≥ ${demanded.ratio}`,
      met: created >= demanded.created && ratio >= demanded.ratio,
    },
    {
      what: `a run that finds ${assets} assets ${shape} unchanged`,
      ours: rate(measured.unchanged),
      limit: '–',
      ratio: undefined,
      demand: `≥ ${demanded.unchanged}/s`,
      met: median(measured.unchanged) >= demanded.unchanged,
    },
    {
      what: `memory of a run of ${many} assets beyond that of one of 1,000`,
      ours: `${Math.round(measured.grown)} MB`,
      limit: '–',
      ratio: undefined,
      demand: `≤ ${demanded.grownMegabytes} MB`,
      met: measured.grown <= demanded.grownMegabytes,
    },
  ];
}

function measure(child: ChildProcess, run: MeasuredRun): Promise<RunMeasure> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('the process of the runs has ended'));
    child.once('message', (measured) => {
      child.off('exit', onExit);
      resolve(measured as RunMeasure);
    });
    child.once('exit', onExit);
    child.send(run);
  });
}

/**
 * Inserts the same rows without the product: head, revision and event, a thousand at a time, from prepared
 * values.
 */
async function insertBareRows(client: Client, from: string, to: string): Promise<number> {
  const { rows } = await client.query<Record<string, string>>(
    `select d.id, d.name, d.search::text as search, d.description, encode(d.content_hash, 'hex') as hash, r.body::text as body,
        e.data::text as data
      from documents d join document_revisions r using (organization_id, kind, id, revision)
      join events e on e.organization_id = d.organization_id and e.subject_kind = d.kind and e.subject_id = d.id
      where d.kind = 'asset' and d.id like $1 || '%' order by d.id`,
    [from],
  );
  const columns = ['id', 'name', 'search', 'description', 'hash', 'body', 'data'];
  const started = performance.now();
  for (let at = 0; at < rows.length; at += 1_000) {
    const page = rows
      .slice(at, at + 1_000)
      .map((row) => ({ ...row, id: row.id?.replace(from, to) }));
    const values = columns.map((column) =>
      page.map((row) => (row as Record<string, string>)[column]),
    );
    await client.query(bareInsert, values);
  }
  return rows.length / ((performance.now() - started) / 1_000);
}

const bareInsert = `with i as (
    select * from unnest($1::text[], $2::text[], $3::tsvector[], $4::text[], $5::text[], $6::json[], $7::json[])
      as i(id, name, search, description, hash, body, data)),
  o as (select id as organization_id from organizations limit 1),
  head as (
    insert into documents (organization_id, kind, id, revision, edition, name, tags, search, content_hash, created_at, updated_at,
      description)
    select o.organization_id, 'asset', i.id, 1, 0, i.name, '{}', i.search, decode(i.hash, 'hex'), now(), now(), i.description
    from i, o),
  revision as (
    insert into document_revisions (organization_id, kind, id, revision, edition, body, at, principal)
    select o.organization_id, 'asset', i.id, 1, 0, i.body, now(), 'system' from i, o)
  insert into events (organization_id, id, type, subject_kind, subject_id, revision, principal, public, data, at)
  select o.organization_id, gen_random_uuid(), 'AssetCreatedEvent', 'asset', i.id, 1, 'system', true, i.data, now() from i, o`;
