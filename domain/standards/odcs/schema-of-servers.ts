import { listOf, objectOf, oneOf, part, saying, text, when, whole, has } from '../json-schema.ts';
import type { Members, Schema } from '../json-schema.ts';
import { isClosed, stableId } from './schema-parts.ts';
import type { Line3 } from '../versions.ts';

/** An address that may contain `{model}`, globs and `${VARIABLE}`; the validator defines the format so. */
const address: Schema = { type: 'string', format: 'uri-template' };

/** Members of the types: `host database` are required, `port?` is optional. */
const types: Readonly<Record<string, string>> = {
  api: 'location',
  athena: 'schema stagingDir catalog? regionName?',
  azure: 'location format delimiter?',
  bigquery: 'project dataset',
  clickhouse: 'host port database',
  cloudsql: 'host port database schema',
  custom:
    'account? catalog? database? dataset? delimiter? endpointUrl? format? host? location? path? port? project? ' +
    'region? regionName? schema? serviceName? stagingDir? warehouse?',
  databricks: 'catalog schema host?',
  db2: 'host port database schema?',
  denodo: 'host port database?',
  dremio: 'host port schema?',
  duckdb: 'database schema?',
  glue: 'account database location? format?',
  informix: 'host database port?',
  kafka: 'host format?',
  kinesis: 'region? format?',
  local: 'path format',
  mysql: 'host port database',
  oracle: 'host port serviceName',
  postgres: 'host port database schema',
  postgresql: 'host port database schema',
  presto: 'host catalog? schema?',
  pubsub: 'project',
  redshift: 'database schema host? region? account?',
  s3: 'location endpointUrl? format? delimiter?',
  sftp: 'location format? delimiter?',
  snowflake: 'account database schema host? port? warehouse?',
  sqlserver: 'host database schema port?',
  synapse: 'host port database',
  trino: 'host port catalog schema',
  vertica: 'host port database schema',
};

/** Additional spellings of testable server types, with the standard's spelling. */
const otherSpellings: Readonly<Record<string, string>> = {
  cockroach: types['postgres'] ?? '',
  cockroachdb: types['postgres'] ?? '',
  gcs: types['s3'] ?? '',
  gs: types['s3'] ?? '',
  mariadb: types['mysql'] ?? '',
  mssql: types['sqlserver'] ?? '',
};

const typesOf31: typeof types = {
  ...types,
  custom: `${types['custom']} stream?`,
  hive: 'host database port?',
  impala: 'host database port?',
  zen: 'host database port?',
};

const typesOf32: typeof types = {
  ...typesOf31,
  athena: 'schema stagingDir? catalog? regionName? workgroup?',
  azure: `${types['azure']} encoding?`,
  btrieve: 'host database port?',
  custom: `${typesOf31['custom']} encoding?`,
  exasol: 'host port? schema?',
  fastobjects: 'database host? port?',
  glue: `${types['glue']} encoding?`,
  hana: 'host port? database? schema?',
  iceberg: 'catalog catalogUrl namespace? warehouse?',
  ingres: 'database host port?',
  kafka: `${types['kafka']} encoding?`,
  kinesis: `${types['kinesis']} encoding?`,
  local: `${types['local']} encoding?`,
  poet: 'database host? port?',
  s3: `${types['s3']} encoding?`,
  sftp: `${types['sftp']} encoding?`,
  teradata: 'host port? database?',
  vectorwise: 'database host port?',
  versant: 'database host? port?',
};

const portOf32: Schema = { type: ['integer', 'string'] };

const sftpAddress = saying('must be an address like sftp://example.com/folder', {
  ...address,
  pattern: String.raw`^(sftp://|\$\{)`,
});

/** Members that are not plain texts, by name or by type and name. */
const members: Readonly<Record<string, Schema>> = {
  port: whole,
  location: address,
  endpointUrl: address,
  catalogUrl: address,
  'athena.stagingDir': address,
  'sftp.location': sftpAddress,
};

const formatOf30 = oneOf(['parquet', 'delta', 'json', 'csv']);
const delimiterOf30 = oneOf(['new_line', 'array']);

const membersOf30: typeof members = {
  ...members,
  // The schemas of 3.0 require a number here, although a schema has a name: both are accepted.
  'duckdb.schema': { type: ['string', 'integer'] },
  'azure.format': formatOf30,
  'azure.delimiter': delimiterOf30,
  's3.format': formatOf30,
  's3.delimiter': delimiterOf30,
  'sftp.format': formatOf30,
  'sftp.delimiter': delimiterOf30,
};

function memberOf(line: Line3, type: string, name: string): Schema {
  if (line === '3.2' && name === 'port') return portOf32;
  const special = isClosed(line) ? members : membersOf30;
  return special[`${type}.${name}`] ?? special[name] ?? text;
}

/**
 * The schemas of 3.0.0 and 3.0.1 require `staging_dir`, which their text does not mention: neither is required
 * there.
 */
function isRequired(line: Line3, type: string, name: string): boolean {
  if (name.endsWith('?')) return false;
  return !(type === 'athena' && name === 'stagingDir' && (line === '3.0.0' || line === '3.0.1'));
}

function membersOf(
  line: Line3,
  type: string,
  list: string,
): { members: Members; required: string[] } {
  const names = list.split(' ');
  const entries = names
    .map((name) => name.replace('?', ''))
    .map((name) => [name, memberOf(line, type, name)]);
  return {
    members: Object.fromEntries(entries),
    required: names.filter((name) => isRequired(line, type, name)),
  };
}

/** `servers[]`: common members, and the members of each type; from 3.1 no others. */
export function server(line: Line3): Schema {
  const standard = line === '3.2' ? typesOf32 : line === '3.1' ? typesOf31 : types;
  const known = { ...standard, ...otherSpellings };
  const common = {
    ...stableId(line),
    server: text,
    type: oneOf(Object.keys(known).sort()),
    description: text,
    environment: text,
    roles: listOf(part('role')),
    customProperties: part('customProperties'),
  };
  const named = Object.fromEntries(Object.keys(common).map((name) => [name, {}]));
  const alternatives = Object.entries(known).map(([type, list]) => {
    const own = membersOf(line, type, list);
    const closed = isClosed(line);
    return when(
      has('type', type),
      objectOf(closed ? { ...named, ...own.members } : own.members, {
        required: own.required,
        closed,
      }),
    );
  });
  return { ...objectOf(common, { required: ['server', 'type'] }), allOf: alternatives };
}
