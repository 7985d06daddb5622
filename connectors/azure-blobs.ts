import type { SourceAccess } from './connector.ts';
import type { AzureSigner } from './azure-account.ts';
import { mostListed } from './file-store.ts';
import type { PlacedFile } from './file-place.ts';
import { requestSource } from './http-source.ts';
import type { SourceAnswer } from './http-source.ts';
import type { ObjectStore } from './object-place.ts';
import { readFailure, xmlText } from './s3-listing.ts';
import { withoutSecrets } from './shown-secret.ts';

/** A container of a storage account. */
export type AzureContainer = {
  /** Address of the container, without a slash at the end. */
  address: string;
  container: string;
  sign: AzureSigner;
  secrets: readonly string[];
  /** Said when the store refuses somebody whom it does not know. */
  advice: string;
  access: SourceAccess;
  signal: AbortSignal;
};

const answerTimeoutMs = 60_000;
const limitBytes = 16 * 1024 * 1024;

type Page = { files: PlacedFile[]; next: string | undefined };

/** Names that XML cannot hold are written as in URLs, and say so. */
function nameOf(entry: string): string {
  const encoded = /<Name Encoded="true">([^<]*)<\/Name>/.exec(entry)?.[1];
  return encoded === undefined ? (xmlText(entry, 'Name') ?? '') : decodeURIComponent(encoded);
}

/** A page of List Blobs; folders of a hierarchical namespace are entries, too, and left out. */
function readPage(xml: string): Page {
  if (!/<EnumerationResults[\s>]/.test(xml)) throw new Error('the answer is no list of blobs');
  const files = [...xml.matchAll(/<Blob>([^]*?)<\/Blob>/g)]
    .filter(([, entry = '']) => xmlText(entry, 'ResourceType') !== 'directory')
    .map(([, entry = '']) => ({
      key: nameOf(entry),
      bytes: Number(xmlText(entry, 'Content-Length') ?? 0),
    }));
  return { files, next: xmlText(xml, 'NextMarker') || undefined };
}

/** The blobs of a container (REST interface of Blob Storage, which Data Lake Storage has, too). */
export function azureBlobs(place: AzureContainer): ObjectStore {
  const { address, container, access, signal } = place;
  const host = new URL(address).host;
  const { allowedHosts } = access;
  const explain = ({ status, headers, body }: SourceAnswer): string => {
    const code = headers['x-ms-error-code'];
    const said = readFailure(body.toString('utf8'))?.split('\n')[0] ?? code;
    const advice = [401, 403, 404, 409].includes(status) ? place.advice : '';
    const shown = said === undefined ? '' : `, ${String(said)}`;
    return withoutSecrets(`${host} answered ${status}${shown}${advice}`, place.secrets);
  };
  const listPage = async (query: Record<string, string>): Promise<Page> => {
    const all = { restype: 'container', comp: 'list', ...query };
    const written = Object.entries(all).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}`,
    );
    const signed = await place.sign(`${address}?${written.join('&')}`);
    const wish = { method: 'GET', ...signed, allowedHosts, timeoutMs: answerTimeoutMs } as const;
    const answer = await requestSource({ ...wish, signal, limitBytes });
    if (answer.status !== 200) throw new Error(explain(answer));
    return readPage(answer.body.toString('utf8'));
  };
  return {
    shown: `az://${container}`,
    allowedHosts,
    signal,
    explain,
    first: async (prefix) => (await listPage({ prefix, delimiter: '/' })).files[0],
    async list(prefix, admits) {
      const found: PlacedFile[] = [];
      let next: string | undefined;
      do {
        const marker: Record<string, string> = next === undefined ? {} : { marker: next };
        const page = await listPage({ prefix, ...marker });
        found.push(...page.files.filter(({ key }) => admits(key)));
        if (found.length > mostListed) throw new Error(`more than ${mostListed} blobs`);
        if (page.next !== undefined && page.next === next) throw new Error('the list does not end');
        next = page.next;
      } while (next !== undefined);
      return found;
    },
    locate: (key) => place.sign(`${address}/${key.split('/').map(encodeURIComponent).join('/')}`),
  };
}
