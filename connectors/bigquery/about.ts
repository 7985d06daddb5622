import { Type } from '@sinclair/typebox';
import type { AssetSourceInfo } from '../asset-source.ts';
import type { ConnectorInfo } from '../connector.ts';
import { memberText } from '../server/settings.ts';

/** The name of a variable of the environment that the connector reads. */
export const variable = (name: string): string => `DATACONTRACT_BIGQUERY_${name}`;

export const bigquery = {
  name: 'bigquery',
  serverTypes: ['bigquery'],
  credentials: [
    {
      name: variable('ACCOUNT_INFO_JSON'),
      meaning: 'Key of a service account, the JSON as Google hands it out',
      secret: true,
    },
    {
      name: variable('ACCOUNT_INFO_JSON_PATH'),
      meaning: 'Not opened; only told apart from no key',
    },
    { name: variable('IMPERSONATION_ACCOUNT'), meaning: 'Service account to act as' },
    { name: variable('BILLING_PROJECT'), meaning: 'Project that runs and pays for the queries' },
    {
      name: variable('MAXIMUM_BYTES_BILLED'),
      meaning: 'Most bytes that one query may be billed for',
    },
    { name: variable('PROJECT'), meaning: 'Project, where the contract names none' },
    { name: variable('DATASET'), meaning: 'Dataset, where the contract names none' },
    { name: variable('ENDPOINT'), meaning: 'Address of the API, when it is a private one' },
    { name: variable('IAM_ENDPOINT'), meaning: 'Address of the IAM credentials API, likewise' },
  ],
  signIns: [[variable('ACCOUNT_INFO_JSON')]],
  placeIs: 'the `project`',
  place: (server) => memberText(server, 'project'),
  title: 'Google BigQuery',
  tested: { live: false, against: 'recorded answers of its REST interface' },
} as const satisfies ConnectorInfo;

const configSchema = Type.Object(
  {
    projects: Type.Optional(
      Type.Array(Type.String({ minLength: 1, pattern: '^[A-Za-z0-9:._-]+$' }), {
        maxItems: 1000,
        examples: [['shop-production']],
        description: 'Ids of the projects to scan; the one of the service account when left out',
      }),
    ),
    endpoint: Type.Optional(
      Type.String({
        'x-advanced': true,
        description:
          'Address of the API when it is not https://bigquery.googleapis.com, e.g. of a private endpoint; it and oauth2.googleapis.com have to be in ALLOWED_HOSTS',
      }),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(
  {
    serviceAccountKey: Type.String({
      minLength: 2,
      'x-multiline': true,
      description: 'Key file of a service account, the JSON as Google hands it out',
    }),
  },
  { additionalProperties: false },
);

export const bigqueryAssets = {
  name: 'bigquery',
  title: 'Google BigQuery',
  levels: ['catalog', 'schema'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'recorded answers',
} as const satisfies AssetSourceInfo;
