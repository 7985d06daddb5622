import type { Connector } from '../connector.ts';
import * as about from './about.ts';
import { describePostgresTables } from './catalogue.ts';
import { openPostgresSource } from './source.ts';
import type { PostgresFlavour } from './source.ts';

const flavour: PostgresFlavour = {
  title: 'postgres',
  dialect: 'postgres',
  defaultPort: 5432,
  prefixes: ['POSTGRES'],
  describe: describePostgresTables,
};

/** PostgreSQL, through its own protocol; all sessions read one snapshot in read-only transactions. */
export const postgres: Connector<'postgres'> = {
  ...about.postgres,
  open: (server, access, signal) => openPostgresSource(flavour, { server, access, signal }),
};
