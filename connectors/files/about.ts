import type { ConnectorInfo } from '../connector.ts';

export const localFiles = {
  name: 'local-files',
  serverTypes: ['local'],
  credentials: [],
  signIns: [],
  placeIs: undefined,
  place: () => undefined,
  title: 'Files of the worker',
  tested: { live: true, against: 'CSV, JSON, Parquet and Delta files' },
} as const satisfies ConnectorInfo;
