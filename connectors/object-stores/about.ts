import type { ConnectorInfo, Credential } from '../connector.ts';
import { azurePlaceOf, gcsLocationOf, s3LocationOf } from './locations.ts';

/** Names of the variables that the connectors read. */
export const s3Names = {
  accessKeyId: 'DATACONTRACT_S3_ACCESS_KEY_ID',
  secretAccessKey: 'DATACONTRACT_S3_SECRET_ACCESS_KEY',
  sessionToken: 'DATACONTRACT_S3_SESSION_TOKEN',
  region: 'DATACONTRACT_S3_REGION',
} as const;

const s3Credentials: readonly Credential[] = [
  { name: s3Names.accessKeyId, meaning: 'Access key; requests are unsigned without one' },
  { name: s3Names.secretAccessKey, meaning: 'Secret of the access key', secret: true },
  { name: s3Names.sessionToken, meaning: 'Token of temporary credentials', secret: true },
  { name: s3Names.region, meaning: 'Region of the bucket; us-east-1 when left out' },
];

export const s3Files = {
  name: 's3-files',
  serverTypes: ['s3'],
  credentials: s3Credentials,
  signIns: [],
  placeIs: 'the bucket of the `location`',
  place: (server) => s3LocationOf(server)?.bucket,
  title: 'Files in S3',
  tested: { live: true, against: 's3rver 3.7, signatures checked by us' },
} as const satisfies ConnectorInfo;

export const gcsNames = {
  keyId: 'DATACONTRACT_GCS_KEY_ID',
  secret: 'DATACONTRACT_GCS_SECRET',
} as const;

const gcsCredentials: readonly Credential[] = [
  { name: gcsNames.keyId, meaning: 'Access id of an HMAC key; requests are unsigned without one' },
  { name: gcsNames.secret, meaning: 'Secret of the HMAC key', secret: true },
];

export const gcsFiles = {
  name: 'gcs-files',
  serverTypes: ['gcs', 'gs'],
  credentials: gcsCredentials,
  signIns: [],
  placeIs: 'the bucket of the `location`',
  place: (server) => gcsLocationOf(server)?.bucket,
  title: 'Files in Google Cloud Storage',
  tested: { live: false, against: 'a store that checks signatures' },
} as const satisfies ConnectorInfo;

export const azureNames = {
  connectionString: 'DATACONTRACT_AZURE_CONNECTION_STRING',
  accountKey: 'DATACONTRACT_AZURE_STORAGE_ACCOUNT_KEY',
  account: 'DATACONTRACT_AZURE_STORAGE_ACCOUNT',
  tenantId: 'DATACONTRACT_AZURE_TENANT_ID',
  clientId: 'DATACONTRACT_AZURE_CLIENT_ID',
  clientSecret: 'DATACONTRACT_AZURE_CLIENT_SECRET',
  authority: 'DATACONTRACT_AZURE_AUTHORITY_HOST',
} as const;

const azureCredentials: readonly Credential[] = [
  { name: azureNames.connectionString, meaning: 'Connection string of the account', secret: true },
  { name: azureNames.account, meaning: 'Account of locations that name none' },
  { name: azureNames.accountKey, meaning: 'Key of the account', secret: true },
  { name: azureNames.tenantId, meaning: 'Entra tenant of the app registration' },
  { name: azureNames.clientId, meaning: 'Client id of the app registration' },
  { name: azureNames.clientSecret, meaning: 'Its client secret', secret: true },
  { name: azureNames.authority, meaning: 'Where tokens come from; login.microsoftonline.com' },
];

export const azureFiles = {
  name: 'azure-files',
  serverTypes: ['azure'],
  credentials: azureCredentials,
  signIns: [],
  placeIs: 'account and container of the `location`, as in `account/container`',
  place: azurePlaceOf,
  title: 'Files in Azure storage',
  tested: { live: false, against: 'a store that checks signatures' },
} as const satisfies ConnectorInfo;
