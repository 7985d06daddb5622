import type { Connector } from './connector.ts';
import { describePostgresTables } from './postgres-catalogue.ts';
import { sslModes } from './postgres-connection.ts';
import { openPostgresSource } from './postgres-source.ts';
import type { PostgresFlavour } from './postgres-source.ts';
import { textMember } from './server-member.ts';
import { credentialsOf, schemaCredential, signInNames } from './server-target.ts';

const flavour: PostgresFlavour = {
  title: 'cockroach',
  dialect: 'postgres',
  defaultPort: 26_257,
  prefixes: ['COCKROACH', 'POSTGRES'],
  describe: describePostgresTables,
};

/** CockroachDB, through the protocol of Postgres; tried against a Postgres that refuses what CockroachDB does not know. */
export const cockroach: Connector = {
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
  open: (server, access, signal) => openPostgresSource(flavour, { server, access, signal }),
};
