import { Type } from '@sinclair/typebox';
import type { AssetSourceInfo } from '../asset-source.ts';
import type { ConnectorInfo } from '../connector.ts';
import { textMember } from '../server/member.ts';
import { credentialsOf, signInNames } from '../server/target.ts';

/** TLS modes: `preferred` uses TLS if the server supports it, `verified` checks the certificate against the host name. */
export const tlsModes = ['preferred', 'required', 'verified', 'off'] as const;
export type TlsMode = (typeof tlsModes)[number];

/** TLS modes by SSL mode of the variable, which has the same values for all databases. */
export const tlsBySslMode: Record<string, TlsMode> = {
  disable: 'off',
  prefer: 'preferred',
  require: 'required',
  'verify-full': 'verified',
};

export const sslModes = Object.keys(tlsBySslMode).join(', ');

export const mysql = {
  name: 'mysql',
  serverTypes: ['mysql', 'mariadb'],
  credentials: credentialsOf('MYSQL', 'MySQL', sslModes),
  signIns: [signInNames('MYSQL')],
  placeIs: 'the `host`',
  place: (server) => textMember(server, 'host'),
  title: 'MySQL, MariaDB',
  tested: { live: true, against: 'MariaDB 10.11; no MySQL was at hand' },
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
        default: 3306,
        description: 'Port, 3306 when left out',
      }),
    ),
    database: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        examples: ['shop'],
        description:
          'The one database to read; when left out, all that the filter admits and the user may see',
      }),
    ),
    tls: Type.Optional(
      Type.Union(
        tlsModes.map((mode) => Type.Literal(mode)),
        {
          default: 'preferred',
          title: 'TLS mode',
          description:
            '`preferred` (when left out) encrypts when the server can, `required` insists, `verified` also checks the certificate for the name of the host, `off` does not encrypt',
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
      description:
        'A user with a right on what is to be seen; SHOW VIEW for definitions and lineage of views',
    }),
    password: Type.String({
      description: 'Its password; may be empty where the server asks for none',
    }),
  },
  { additionalProperties: false },
);

const assets = {
  levels: ['schema', 'name'],
  configSchema,
  credentialsSchema,
} as const;

export const mysqlAssets = {
  name: 'mysql',
  title: 'MySQL',
  ...assets,
  triedAgainst: 'MariaDB 10.11, not MySQL itself',
} as const satisfies AssetSourceInfo;

export const mariadbAssets = {
  name: 'mariadb',
  title: 'MariaDB',
  ...assets,
  triedAgainst: 'MariaDB 10.11',
} as const satisfies AssetSourceInfo;
