import { textOf, textsOf } from '../../lib/json/facts.ts';

/** A dataset by the naming rules of OpenLineage. */
export type Dataset = { namespace: string; name: string };

/** Where data is: a server of a contract, or the configuration of an integration; `server` names it among its kind. */
type Source = { type: string; server: string } & Record<string, unknown>;

/** Schemes and default ports of data stores whose namespace is their address. */
const addresses: Readonly<Record<string, { scheme: string; port: number }>> = {
  postgres: { scheme: 'postgres', port: 5432 },
  postgresql: { scheme: 'postgres', port: 5432 },
  cockroach: { scheme: 'postgres', port: 26_257 },
  cockroachdb: { scheme: 'postgres', port: 26_257 },
  redshift: { scheme: 'redshift', port: 5439 },
  mysql: { scheme: 'mysql', port: 3306 },
  mariadb: { scheme: 'mysql', port: 3306 },
  mssql: { scheme: 'mssql', port: 1433 },
  sqlserver: { scheme: 'mssql', port: 1433 },
  synapse: { scheme: 'sqlserver', port: 1433 },
  oracle: { scheme: 'oracle', port: 1521 },
  db2: { scheme: 'db2', port: 50_000 },
  teradata: { scheme: 'teradata', port: 1025 },
  trino: { scheme: 'trino', port: 8080 },
  presto: { scheme: 'trino', port: 8080 },
  kafka: { scheme: 'kafka', port: 9092 },
};

const textIn = (source: Source, ...names: string[]): string | undefined =>
  names.map((name) => textOf(source[name])).find((value) => value !== undefined && value !== '');

/** The namespace of the tables or topics of a source; sources without a rule of OpenLineage get one that is their own. */
export function namespaceOf(source: Source): string {
  const { type, server } = source;
  const known = Object.hasOwn(addresses, type) ? addresses[type] : undefined;
  if (known) return `${known.scheme}://${addressOf(source, known.port)}`;
  if (type === 'bigquery') return 'bigquery';
  if (type === 'athena') {
    return `awsathena://athena.${textIn(source, 'regionName') ?? server}.amazonaws.com`;
  }
  const host = textIn(source, 'host', 'account') ?? server;
  return `${type}://${host.replace(/^https?:\/\/|\/+$/g, '')}`;
}

/** Host and port; of several brokers, those of the first one. */
function addressOf(source: Source, usualPort: number): string {
  const { server, port, bootstrapServers } = source;
  const [broker] = textsOf(bootstrapServers);
  const [host = ''] = (broker ?? textIn(source, 'host') ?? server).split(',');
  if (/:\d+$/.test(host)) return host;
  const isPort = typeof port === 'number' || typeof port === 'string';
  return `${host}:${isPort ? port : usualPort}`;
}

/** The tables of a server of a contract. */
export function datasetsOf(server: Source, tables: readonly string[]): Dataset[] {
  const location = textIn(server, 'location', 'path');
  if (location !== undefined) return tables.map((table) => fileOf(location, table));
  const namespace = namespaceOf(server);
  const path = [
    textIn(server, 'database', 'catalog', 'project', 'serviceName'),
    textIn(server, 'schema', 'dataset'),
  ];
  return tables.map((table) => ({
    namespace,
    name: [...path, table].filter((part) => part !== undefined).join('.'),
  }));
}

const azure = /^[a-z]+:\/\/([^/.@]+)\.(?:blob|dfs)\.core\.windows\.net\/([^/]+)\/?(.*)$/i;
const address = /^([a-z0-9+.-]+):\/\/([^/]*)\/?(.*)$/is;
const otherSchemes: Readonly<Record<string, string>> = { s3a: 's3', s3n: 's3', gcs: 'gs' };

/** Files of a table: bucket and key, or `file` and path; `{model}` in a location stands for the table. */
function fileOf(location: string, table: string): Dataset {
  const filled = location.replaceAll('{model}', () => table);
  const inAzure = azure.exec(filled);
  if (inAzure) {
    const [, account, container, name = ''] = inAzure;
    return { namespace: `abfss://${container}@${account}.dfs.core.windows.net`, name };
  }
  const parts = address.exec(filled);
  if (!parts) return { namespace: 'file', name: filled };
  const [, scheme = '', host = '', path = ''] = parts;
  const namespace = `${otherSchemes[scheme] ?? scheme}://${host}`;
  return scheme === 'file'
    ? { namespace: namespace.replace(/:\/\/$/, ''), name: `/${path}` }
    : { namespace, name: path };
}

/** An asset that a scan of a source found under these names; those of files begin with the name of their folder. */
export function datasetOfAsset(source: Source, path: readonly string[]): Dataset {
  const { type } = source;
  if (type === 'glue') {
    const [region, account] = [textIn(source, 'region') ?? '', textIn(source, 'catalogId') ?? ''];
    const name = `table/${path.slice(-2).join('/')}`;
    return { namespace: `arn:aws:glue:${region}:${account}`, name };
  }
  const location = textIn(source, 'location');
  if (location === undefined) return { namespace: namespaceOf(source), name: path.join('.') };
  const below = path.slice(1).filter((name) => name !== '.');
  return fileOf([location.replace(/\/+$/, ''), ...below].join('/'), '');
}
