import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { Credential, SourceAccess } from '../connector.ts';
import { textMember } from './member.ts';

/** Host, port and database of a server; `schema` is empty for platforms without schemas. */
export type ServerTarget = { host: string; port: number; database: string; schema: string };

/** Prefixes of the variables of a platform (`DATACONTRACT_<prefix>_HOST`); earlier ones take precedence. */
export type VariablePrefixes = readonly [string, ...string[]];

const nameOf = (prefix: string, member: string): string => `DATACONTRACT_${prefix}_${member}`;

/** The first variable that is set and not empty. */
export function variable(
  { credentials }: SourceAccess,
  prefixes: VariablePrefixes,
  member: string,
): string | undefined {
  const values = prefixes.map((prefix) => credentials[nameOf(prefix, member)]);
  return values.find((value) => value !== undefined && value !== '');
}

function toPort(port: unknown, server: ContractServer): number {
  const number = typeof port === 'string' && /^\d+$/.test(port) ? Number(port) : port;
  if (typeof number === 'number' && Number.isInteger(number) && number > 0 && number < 65_536)
    return number;
  return refuse(
    'source_refused',
    `Server '${server.server}' has no valid port: ${JSON.stringify(port)}`,
  );
}

/**
 * Reads the target of a server from the contract, else from the variables `…_HOST`, `…_PORT`, `…_DATABASE` and `…_SCHEMA`.
 * Refuses with `source_refused` when host or database is missing.
 */
export function targetOf(
  server: ContractServer,
  access: SourceAccess,
  defaults: { prefixes: VariablePrefixes; port: number; schema: string },
): ServerTarget {
  const { prefixes } = defaults;
  const member = (name: string): string | undefined =>
    textMember(server, name) ?? variable(access, prefixes, name.toUpperCase());
  const host = member('host');
  const database = member('database');
  if (host === undefined || database === undefined) {
    refuse('source_refused', `Server '${server.server}' needs host and database to be tested`);
  }
  const port = server['port'] ?? variable(access, prefixes, 'PORT') ?? defaults.port;
  const schema = member('schema') ?? defaults.schema;
  return { host, port: toPort(port, server), database, schema };
}

/** User and password with the same prefix. Refuses with `source_refused` when they are missing. */
export function signInOf(
  { credentials }: SourceAccess,
  prefixes: VariablePrefixes,
): { user: string; password: string } {
  for (const prefix of prefixes) {
    const user = credentials[nameOf(prefix, 'USERNAME')];
    const password = credentials[nameOf(prefix, 'PASSWORD')];
    if (user !== undefined && user !== '' && password !== undefined) return { user, password };
  }
  const missing = ['USERNAME', 'PASSWORD']
    .map((member) => nameOf(prefixes[0], member))
    .find((name) => credentials[name] === undefined);
  return refuse(
    'source_refused',
    missing === undefined
      ? `Required configuration ${nameOf(prefixes[0], 'USERNAME')} is empty`
      : `Required configuration ${missing} is not set`,
  );
}

/** The variables that `targetOf` and `signInOf` read, with their meanings. */
export function credentialsOf(prefix: string, title: string, sslModes: string): Credential[] {
  const place = (member: string, meaning: string): Credential => ({
    name: nameOf(prefix, member),
    meaning: `${meaning}, where the contract names none`,
  });
  return [
    { name: nameOf(prefix, 'USERNAME'), meaning: `User of ${title} that reads` },
    { name: nameOf(prefix, 'PASSWORD'), meaning: 'Its password', secret: true },
    { name: nameOf(prefix, 'SSLMODE'), meaning: sslModes },
    place('HOST', 'Host'),
    place('PORT', 'Port'),
    place('DATABASE', 'Database'),
  ];
}

/** The variable of the default schema. */
export const schemaCredential = (prefix: string): Credential => ({
  name: nameOf(prefix, 'SCHEMA'),
  meaning: 'Schema, where the contract names none',
});

/** The variables of a sign-in with user and password. */
export const signInNames = (prefix: string): string[] => [
  nameOf(prefix, 'USERNAME'),
  nameOf(prefix, 'PASSWORD'),
];
