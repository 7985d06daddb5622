import type { Connector } from '../connector.ts';
import * as about from './about.ts';
import { describePostgresTables } from './catalogue.ts';
import { openPostgresSource } from './source.ts';
import type { PostgresFlavour } from './source.ts';

const flavour: PostgresFlavour = {
  title: 'cockroach',
  dialect: 'postgres',
  defaultPort: 26_257,
  prefixes: ['COCKROACH', 'POSTGRES'],
  describe: describePostgresTables,
};

/** CockroachDB, through the protocol of Postgres; tested against a Postgres that rejects what CockroachDB does not support. */
export const cockroach: Connector<'cockroach'> = {
  ...about.cockroach,
  open: (server, access, signal) => openPostgresSource(flavour, { server, access, signal }),
};
