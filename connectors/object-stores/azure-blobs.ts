import type { SourceAccess } from '../connector.ts';
import type { AzureSigner } from './azure-account.ts';
import type { PlacedFile } from '../files/place.ts';
import { readFailure, xmlText } from '../../lib/s3/answers.ts';
import type { ChainPage } from '../http/page-chain.ts';
import { followPages } from '../http/page-chain.ts';
import { requestSource } from '../http/source.ts';
import type { SourceAnswer } from '../http/source.ts';
import { gatherObjects } from './place.ts';
import type { ObjectStore } from './place.ts';
import { withoutSecrets } from '../http/shown-secret.ts';

/** A container of a storage account. */
export type AzureContainer = {
  /** URL of the container, without a slash at the end. */
  address: string;
  container: string;
  sign: AzureSigner;
  secrets: readonly string[];
  /** Ends the message when the store refuses an unsigned request. */
  advice: string;
  access: SourceAccess;
  signal: AbortSignal;
};

const answerTimeoutMs = 60_000;
const limitBytes = 16 * 1024 * 1024;

/** A name that XML cannot hold is percent-encoded and has an attribute that says so. */
function nameOf(entry: string): string {
  const encoded = /<Name Encoded="true">([^<]*)<\/Name>/.exec(entry)?.[1];
  return encoded === undefined ? (xmlText(entry, 'Name') ?? '') : decodeURIComponent(encoded);
}

/** Reads a page of List Blobs without the folders, which a hierarchical namespace lists too. */
function readPage(xml: string): ChainPage<PlacedFile> {
  if (!/<EnumerationResults[\s>]/.test(xml)) throw new Error('the answer is not a list of blobs');
  const items = [...xml.matchAll(/<Blob>([^]*?)<\/Blob>/g)]
    .filter(([, entry = '']) => xmlText(entry, 'ResourceType') !== 'directory')
    .map(([, entry = '']) => ({
      key: nameOf(entry),
      bytes: Number(xmlText(entry, 'Content-Length') ?? 0),
    }));
  return { items, next: xmlText(xml, 'NextMarker') || undefined };
}

/** The blobs of a container, through the REST API that Blob Storage and Data Lake Storage share. */
export function azureBlobs(place: AzureContainer): ObjectStore {
  const { address, container, access, signal } = place;
  const host = new URL(address).host;
  const { allowedHosts } = access;
  const explain = ({ status, headers, body }: SourceAnswer): string => {
    const code = headers['x-ms-error-code'];
    const failure = readFailure(body.toString('utf8'))?.split('\n')[0] ?? code;
    const advice = [401, 403, 404, 409].includes(status) ? place.advice : '';
    const shown = failure === undefined ? '' : `, ${String(failure)}`;
    return withoutSecrets(`${host} answered ${status}${shown}${advice}`, place.secrets);
  };
  const listPage = async (
    query: Readonly<Record<string, string>>,
  ): Promise<ChainPage<PlacedFile>> => {
    const all = { restype: 'container', comp: 'list', ...query };
    const pairs = Object.entries(all).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}`,
    );
    const signed = await place.sign(`${address}?${pairs.join('&')}`);
    const limits = { timeoutMs: answerTimeoutMs, limitBytes };
    const answer = await requestSource({
      method: 'GET',
      ...signed,
      allowedHosts,
      signal,
      ...limits,
    });
    if (answer.status !== 200) throw new Error(explain(answer));
    return readPage(answer.body.toString('utf8'));
  };
  return {
    shown: `az://${container}`,
    allowedHosts,
    signal,
    explain,
    first: async (prefix) => (await listPage({ prefix, delimiter: '/' })).items[0],
    list: (prefix, admits) =>
      gatherObjects(
        followPages('blobs', (marker) =>
          listPage({ prefix, ...(marker === undefined ? {} : { marker }) }),
        ),
        admits,
      ),
    locate: (key) => place.sign(`${address}/${key.split('/').map(encodeURIComponent).join('/')}`),
  };
}
