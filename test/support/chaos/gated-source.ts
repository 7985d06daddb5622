import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { pageSize } from '../../../jobs/ingestion/open-integration.ts';
import { databaseUrl } from '../servers/database.ts';
import type { TcpProxy } from './tcp-proxy.ts';

/**
 * A database with a gate: while the gate is closed, the statement in which a scan reads the expressions of its middle page really
 * runs on the server and does not end.
 */
export type GatedSource = {
  name: string;
  /** The configuration of an integration that scans it, optionally through a proxy or as another role. */
  document: (by?: { wire?: TcpProxy; role?: string }) => Record<string, unknown>;
  shut: () => Promise<void>;
  open: () => Promise<void>;
  run: (sql: string) => Promise<void>;
  /** Sessions of scans. */
  scans: () => Promise<ScanSession[]>;
  /** Number of scans that hang at the gate. */
  hanging: () => Promise<number>;
  /** Terminates all its sessions. */
  cutOff: () => Promise<void>;
  /** Drops the database, with its sessions. */
  vanish: () => Promise<void>;
};

export type ScanSession = { pid: number; state: string; waits: string | null; query: string };

/** Creates sources from one template. */
export type GatedSources = {
  create: () => Promise<GatedSource>;
  /** A role with a connection limit of one. */
  role: string;
  drop: () => Promise<void>;
};

const containers = 3;
const tables = 3_000;
const gate = 1_500;

/** Number of assets of a source, and of assets stored by a run when it reaches the gate, about in the middle. */
export const gated = {
  assets: containers + tables,
  beforeGate: containers + gate - (gate % pageSize),
} as const;
const lock = 4711;

/** A cast of the product's own statement is redirected to a function that waits. */
const templateSql = `
create function public.gate(smallint) returns text language plpgsql as $$ begin
  while exists (select from pg_catalog.pg_locks l join pg_catalog.pg_database d on d.oid = l.database
    where d.datname = pg_catalog.current_database() and l.locktype = 'advisory' and l.objid = ${lock} and l.granted)
  loop perform pg_catalog.pg_sleep(0.02); end loop;
  return pg_catalog.format('%s', $1::integer);
end $$;
create cast (smallint as text) with function public.gate(smallint);
create schema shop;
do $$ begin
  for n in 0..${tables - 1} loop
    execute pg_catalog.format('create table shop.%I (id integer not null, code varchar(20), at date)',
      'table_' || pg_catalog.lpad(n::text, 4, '0'));
  end loop;
end $$;
alter table shop.table_${gate} alter code set default 'none'`;

const server = new URL(databaseUrl('postgres'));

async function connect(name: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl(name) });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Creates the template; `drop` removes it and every source. */
export async function createGatedSources(): Promise<GatedSources> {
  const template = `gated_${randomBytes(6).toString('hex')}`;
  const role = `${template}_role`;
  const admin = new Pool({ connectionString: server.href });
  admin.on('error', () => undefined);
  await admin.query(
    `create role ${role} login connection limit 1 password '${decodeURIComponent(server.password)}'`,
  );
  await admin.query(`create database ${template}`);
  const client = await connect(template);
  await client.query(templateSql);
  await client.end();
  const names: string[] = [template];
  return {
    role,
    create: async () => {
      const name = `${template}_${names.length}`;
      names.push(name);
      await admin.query(`create database ${name} template ${template} strategy file_copy`);
      return openSource(admin, name);
    },
    drop: async () => {
      for (const name of names) await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(`drop role ${role}`);
      await admin.end();
    },
  };
}

async function openSource(admin: Pool, name: string): Promise<GatedSource> {
  const keeper = await connect(name);
  const scans = async (): Promise<ScanSession[]> => {
    const { rows } = await admin.query<ScanSession>(
      `select pid, state, wait_event as waits, query from pg_stat_activity where datname = $1 and application_name = 'concordat' order by pid`,
      [name],
    );
    return rows;
  };
  return {
    name,
    document: ({ wire, role = decodeURIComponent(server.username) } = {}) => {
      const { hostname, port } = new URL(wire ? wire.through(server.href) : server.href);
      return {
        source: 'postgres',
        configuration: { host: hostname, port: Number(port), database: name, sslmode: 'disable' },
        credentials: {
          username: role,
          password: decodeURIComponent(server.password),
        },
      };
    },
    shut: async () => void (await keeper.query(`select pg_advisory_lock(${lock})`)),
    open: async () => void (await keeper.query('select pg_advisory_unlock_all()')),
    run: async (sql) => void (await keeper.query(sql)),
    scans,
    hanging: async () =>
      (await scans()).filter(
        ({ state, waits, query }) =>
          state === 'active' && waits === 'PgSleep' && query.includes('pg_get_expr'),
      ).length,
    cutOff: async () =>
      void (await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'concordat'`,
        [name],
      )),
    vanish: async () => void (await admin.query(`drop database ${name} with (force)`)),
  };
}
