import type { ConnectorInfo } from '../connector.ts';
import { memberText } from '../server/settings.ts';

/** The name of a variable of the environment that the connector reads. */
export const variable = (name: string): string => `DATACONTRACT_TRINO_${name}`;

export const trino = {
  name: 'trino',
  serverTypes: ['trino', 'presto'],
  credentials: [
    { name: variable('USERNAME'), meaning: 'User who reads' },
    { name: variable('PASSWORD'), meaning: 'Their password, when there is one', secret: true },
    {
      name: variable('JWT_TOKEN'),
      meaning: 'JSON Web Token, in place of a password',
      secret: true,
    },
    { name: variable('AUTHENTICATION'), meaning: 'basic or jwt' },
    { name: variable('HOST'), meaning: 'Host, where the contract names none' },
    { name: variable('PORT'), meaning: 'Port, where the contract names none' },
    { name: variable('CATALOG'), meaning: 'Catalog, where the contract names none' },
    { name: variable('SCHEMA'), meaning: 'Schema, where the contract names none' },
  ],
  signIns: [[variable('USERNAME')], [variable('JWT_TOKEN')]],
  placeIs: 'the `host`',
  place: (server) => memberText(server, 'host'),
  title: 'Trino, Presto',
  tested: { live: false, against: 'recorded answers of its client protocol' },
} as const satisfies ConnectorInfo;
