import type { Connector } from '../connector.ts';
import * as about from './about.ts';
import { openPostgresSource } from './source.ts';
import type { PostgresFlavour } from './source.ts';
import { describeRedshiftTables } from './redshift-catalogue.ts';

const flavour: PostgresFlavour = {
  title: 'redshift',
  dialect: 'redshift',
  defaultPort: 5439,
  prefixes: ['REDSHIFT'],
  describe: describeRedshiftTables,
};

/** Amazon Redshift, through the protocol of Postgres; tested against a Postgres that rejects what Redshift does not support. */
export const redshift: Connector<'redshift'> = {
  ...about.redshift,
  open: (server, access, signal) => openPostgresSource(flavour, { server, access, signal }),
};
