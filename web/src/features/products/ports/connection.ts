import type { ContractModel } from '../queries.ts';

export type Server = ContractModel['servers'][number] & Readonly<Record<string, unknown>>;

/** Never shown, whatever a contract says: credentials have no place in it. */
const secretName = /password|secret|token|credential|api_?key|private_?key/iu;

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' ? String(value) : undefined;
};

const hostTypes: Readonly<Record<string, string>> = {
  postgres: 'postgresql',
  postgresql: 'postgresql',
  redshift: 'postgresql',
  mysql: 'mysql',
  sqlserver: 'sqlserver',
  oracle: 'oracle',
  trino: 'trino',
  clickhouse: 'clickhouse',
};

const nameParts = ['account', 'project', 'catalog', 'database', 'dataset', 'schema', 'topic'];

/** One line with which a tool connects: an address, a path, a table. Undefined if the server does not say enough. */
export function connectionText(server: Server): string | undefined {
  const host = textOf(server['host']);
  const scheme = hostTypes[server.type.toLowerCase()];
  if (scheme !== undefined && host !== undefined) return databaseAddress(server, scheme, host);
  const addresses = ['location', 'path', 'endpointUrl', 'url'];
  const direct = addresses.flatMap((name) => textOf(server[name]) ?? [])[0];
  if (direct !== undefined) return withoutCredentials(direct);
  const named = nameParts.flatMap((name) => textOf(server[name]) ?? []);
  if (host !== undefined) return [host, ...named].join('/');
  return named.length === 0 ? undefined : named.join('.');
}

function databaseAddress(server: Server, scheme: string, host: string): string {
  const port = textOf(server['port']);
  const database = textOf(server['database']) ?? textOf(server['catalog']) ?? '';
  return withoutCredentials(
    `${scheme}://${host}${port === undefined ? '' : `:${port}`}/${database}`,
  );
}

/** `https://user:secret@host` → `https://host`. */
function withoutCredentials(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/iu, '$1');
}

/** Members of a server that stand at its heading. */
const toldElsewhere = new Set(['server', 'type', 'description']);

/** The members of a server that help to connect and that its connection does not say yet. */
export function serverDetails(server: Server): readonly { name: string; value: string }[] {
  const connection = connectionText(server);
  return Object.entries(server).flatMap(([name, value]) => {
    const text = textOf(value);
    const isTold = !toldElsewhere.has(name) && !secretName.test(name);
    const shown = text === undefined ? undefined : withoutCredentials(text);
    return shown === undefined || !isTold || shown === connection ? [] : [{ name, value: shown }];
  });
}
