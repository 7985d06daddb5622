import type { Connector } from './connector.ts';
import { describePostgresTables } from './postgres-catalogue.ts';
import { sslModes } from './postgres-connection.ts';
import { openPostgresSource } from './postgres-source.ts';
import type { PostgresFlavour } from './postgres-source.ts';
import { textMember } from './server-member.ts';
import { credentialsOf, schemaCredential, signInNames } from './server-target.ts';

const flavour: PostgresFlavour = {
  title: 'postgres',
  dialect: 'postgres',
  defaultPort: 5432,
  prefixes: ['POSTGRES'],
  describe: describePostgresTables,
};

/** PostgreSQL, through its own protocol; all its sessions read one moment in read-only transactions. */
export const postgres: Connector = {
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
  open: (server, access, signal) => openPostgresSource(flavour, { server, access, signal }),
};
