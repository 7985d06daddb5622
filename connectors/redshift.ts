import type { Connector } from './connector.ts';
import { sslModes } from './postgres-connection.ts';
import { openPostgresSource } from './postgres-source.ts';
import type { PostgresFlavour } from './postgres-source.ts';
import { describeRedshiftTables } from './redshift-catalogue.ts';
import { textMember } from './server-member.ts';
import { credentialsOf, schemaCredential, signInNames } from './server-target.ts';

const flavour: PostgresFlavour = {
  title: 'redshift',
  dialect: 'redshift',
  defaultPort: 5439,
  prefixes: ['REDSHIFT'],
  describe: describeRedshiftTables,
};

/** Amazon Redshift, through the protocol of Postgres; tried against a Postgres that refuses what Redshift does not know. */
export const redshift: Connector = {
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
  open: (server, access, signal) => openPostgresSource(flavour, { server, access, signal }),
};
