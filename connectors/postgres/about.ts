import { Type } from '@sinclair/typebox';
import type { AssetSourceInfo } from '../asset-source.ts';
import type { ConnectorInfo } from '../connector.ts';
import { textMember } from '../server/member.ts';
import { credentialsOf, schemaCredential, signInNames } from '../server/target.ts';

/** TLS modes, as libpq names them. */
export const sslModes = ['disable', 'prefer', 'require', 'verify-full'] as const;
export type SslMode = (typeof sslModes)[number];

export const postgres = {
  name: 'postgres',
  serverTypes: ['postgres', 'postgresql'],
  credentials: [
    ...credentialsOf('POSTGRES', 'Postgres', sslModes.join(', ')),
    schemaCredential('POSTGRES'),
  ],
  signIns: [signInNames('POSTGRES')],
  placeIs: 'the `host`',
  place: (server) => textMember(server, 'host'),
  title: 'PostgreSQL',
  tested: { live: true, against: 'PostgreSQL 15 and 18' },
} as const satisfies ConnectorInfo;

export const redshift = {
  name: 'redshift',
  serverTypes: ['redshift'],
  credentials: [
    ...credentialsOf('REDSHIFT', 'Redshift', sslModes.join(', ')),
    schemaCredential('REDSHIFT'),
  ],
  signIns: [signInNames('REDSHIFT')],
  placeIs: 'the `host`',
  place: (server) => textMember(server, 'host'),
  title: 'Amazon Redshift',
  tested: { live: false, against: 'PostgreSQL in its place' },
} as const satisfies ConnectorInfo;

export const cockroach = {
  name: 'cockroach',
  serverTypes: ['cockroach', 'cockroachdb'],
  credentials: [
    ...credentialsOf('COCKROACH', 'CockroachDB', sslModes.join(', ')),
    schemaCredential('COCKROACH'),
  ],
  signIns: [signInNames('COCKROACH'), signInNames('POSTGRES')],
  placeIs: 'the `host`',
  place: (server) => textMember(server, 'host'),
  title: 'CockroachDB',
  tested: { live: false, against: 'PostgreSQL in its place' },
} as const satisfies ConnectorInfo;

const configSchema = Type.Object(
  {
    host: Type.String({
      minLength: 1,
      maxLength: 255,
      examples: ['db.example.com'],
      description:
        'Name or address of the server; an operator must have allowed it in ALLOWED_HOSTS',
    }),
    port: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_535,
        default: 5432,
        description: 'Port, 5432 when left out',
      }),
    ),
    database: Type.String({
      minLength: 1,
      maxLength: 63,
      examples: ['shop'],
      description: 'The database to read',
    }),
    sslmode: Type.Optional(
      Type.Union(
        sslModes.map((mode) => Type.Literal(mode)),
        {
          default: 'prefer',
          title: 'TLS mode',
          description:
            'As in libpq: `prefer` (when left out) encrypts when the server can, `require` insists, `verify-full` also checks the certificate, `disable` does not encrypt',
        },
      ),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(
  {
    username: Type.String({
      minLength: 1,
      description: 'A role that may connect; it needs no rights on tables',
    }),
    password: Type.String({
      description: 'Its password; may be empty where the server asks for none',
    }),
  },
  { additionalProperties: false },
);

export const postgresAssets = {
  name: 'postgres',
  title: 'PostgreSQL',
  levels: ['catalog', 'schema', 'name'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'PostgreSQL 18',
} as const satisfies AssetSourceInfo;
