import type { ContractModel } from './queries.ts';

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

/** One line with which a tool connects: an address, a path, a table. Undefined if the server does not say enough. */
export function connectionText(server: Server): string | undefined {
  const at = (name: string) => textOf(server[name]);
  const scheme = hostTypes[server.type.toLowerCase()];
  const host = at('host');
  if (scheme !== undefined && host !== undefined) {
    const port = at('port');
    const database = at('database') ?? at('catalog') ?? '';
    return `${scheme}://${host}${port === undefined ? '' : `:${port}`}/${withoutCredentials(database)}`;
  }
  const direct = at('location') ?? at('path') ?? at('endpointUrl') ?? at('url');
  if (direct !== undefined) return withoutCredentials(direct);
  const parts = ['account', 'project', 'catalog', 'database', 'dataset', 'schema', 'topic'];
  const named = parts.flatMap((name) => at(name) ?? []);
  if (host !== undefined) return [host, ...named].join('/');
  return named.length === 0 ? undefined : named.join('.');
}

/** `https://user:secret@host` → `https://host`. */
function withoutCredentials(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/iu, '$1');
}

/** The members of a server that help to connect. */
export function serverDetails(server: Server): readonly { name: string; value: string }[] {
  return Object.entries(server).flatMap(([name, value]) => {
    const text = textOf(value);
    const isTold = name !== 'server' && name !== 'type' && !secretName.test(name);
    return text === undefined || !isTold ? [] : [{ name, value: withoutCredentials(text) }];
  });
}
