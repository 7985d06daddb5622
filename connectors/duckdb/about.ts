import type { ConnectorInfo } from '../connector.ts';
import { textMember } from '../server/member.ts';

export const databaseVariable = 'DATACONTRACT_DUCKDB_DATABASE';
export const schemaVariable = 'DATACONTRACT_DUCKDB_SCHEMA';

export const duckdb = {
  name: 'duckdb',
  serverTypes: ['duckdb'],
  credentials: [
    { name: databaseVariable, meaning: 'Database file of servers that name none' },
    { name: schemaVariable, meaning: 'Schema of servers that name none; main when left out' },
  ],
  signIns: [],
  placeIs: 'the path in `database`',
  place: (server) => textMember(server, 'database'),
  title: 'DuckDB database files',
  tested: { live: true, against: 'DuckDB 1.5' },
} as const satisfies ConnectorInfo;
