import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import { textMember } from '../server/member.ts';

/** Location of objects: `key` is a key, a pattern of keys, or a prefix. */
export type ObjectLocation = { bucket: string; key: string };

const s3Form = /^s3[an]?:\/\/([^/]+)\/?([^]*)$/i;

/** Bucket and key of a location in S3; undefined for other locations. */
export function s3LocationOf(server: ContractServer): ObjectLocation | undefined {
  const [, bucket, key = ''] = s3Form.exec(textMember(server, 'location') ?? '') ?? [];
  return bucket === undefined ? undefined : { bucket, key };
}

/** URLs of objects in Google Cloud Storage. */
const gcsForms = [
  /^gc?s:\/\/([^/]+)\/?([^]*)$/i,
  /^https:\/\/storage\.(?:googleapis|cloud\.google)\.com\/([^/]+)\/?([^]*)$/i,
];

/** Bucket and key of a location in Google Cloud Storage; undefined for other locations. */
export function gcsLocationOf(server: ContractServer): ObjectLocation | undefined {
  const location = textMember(server, 'location') ?? '';
  const [, bucket, key = ''] =
    gcsForms.map((form) => form.exec(location)).find((match) => match !== null) ?? [];
  return bucket === undefined ? undefined : { bucket, key };
}

/** A parsed location; `base` is the URL of the account, if the location contains it. */
export type AzureLocation = { base: string | undefined; container: string; key: string };

const blobHost = (host: string): string => host.replace('.dfs.', '.blob.');

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** Parses `container@host/path`, `host/container/path` and `container/path` with a scheme, and https URLs. */
export function azureLocationOf(server: ContractServer): AzureLocation | undefined {
  const location = textMember(server, 'location') ?? '';
  const [, scheme = '', rest = ''] =
    /^(https?|abfss?|wasbs?|az(?:ure)?):\/\/([^/][^]*)$/i.exec(location) ?? [];
  if (rest === '') return undefined;
  const baseOf = (host: string): string =>
    `${scheme.toLowerCase() === 'http' ? 'http' : 'https'}://${blobHost(host)}`;
  const [place, path] = splitAt(rest, '/');
  const [before, host] = splitAt(place, '@');
  if (host !== '') return { base: baseOf(host), container: before, key: path };
  if (!/^http/i.test(scheme) && !place.includes('.')) {
    return { base: undefined, container: place, key: path };
  }
  const [container, key] = splitAt(path, '/');
  return { base: baseOf(place), container, key };
}

export const hostOf = (base: string): string => new URL(base).hostname;

/** Domains of Azure clouds; the first label is the account. */
export const azureHost =
  /^([a-z0-9]{3,24})\.(?:z\d+\.)?(?:privatelink\.)?blob\.(?:core\.windows\.net|core\.chinacloudapi\.cn|core\.usgovcloudapi\.net|storage\.azure\.net)$/;

/** Account and container of a location, as far as the contract names them. */
export function azurePlaceOf(server: ContractServer): string | undefined {
  const location = azureLocationOf(server);
  if (location === undefined) return undefined;
  const { base, container } = location;
  const account =
    base !== undefined && URL.canParse(base)
      ? (azureHost.exec(hostOf(base))?.[1] ?? hostOf(base))
      : textMember(server, 'storageAccount');
  return account === undefined ? container : `${account}/${container}`;
}
