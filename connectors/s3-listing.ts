import type { StoredFile } from './file-sets.ts';

/** A page of ListObjectsV2. */
export type ObjectPage = { files: StoredFile[]; next: string | undefined };

/**
 * Reads an answer of ListObjectsV2 that was asked for with `encoding-type=url`: its keys then hold nothing that XML would have
 * to escape. Throws when it is another document.
 */
export function readListing(xml: string): ObjectPage {
  if (!/<ListBucketResult[\s>]/.test(xml)) throw new Error('the answer is no list of objects');
  const isEncoded = xmlText(xml, 'EncodingType') === 'url';
  const files = [...xml.matchAll(/<Contents>([^]*?)<\/Contents>/g)].map(([, entry = '']) => {
    const key = xmlText(entry, 'Key') ?? '';
    return {
      key: isEncoded ? decodeKey(key) : key,
      bytes: Number(xmlText(entry, 'Size') ?? 0),
      modifiedAt: xmlText(entry, 'LastModified') ?? '',
    };
  });
  const isTruncated = xmlText(xml, 'IsTruncated') === 'true';
  return { files, next: isTruncated ? xmlText(xml, 'NextContinuationToken') : undefined };
}

/** What S3 says of a failure, e.g. `AccessDenied: Access Denied`; undefined when it says nothing. */
export function readFailure(xml: string): string | undefined {
  const code = xmlText(xml, 'Code');
  const message = xmlText(xml, 'Message');
  return code === undefined ? undefined : `${code}${message === undefined ? '' : `: ${message}`}`;
}

function decodeKey(written: string): string {
  const plus = written.replaceAll('+', ' ');
  try {
    return decodeURIComponent(plus);
  } catch {
    return plus;
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of the first such element, which holds no others. */
export function xmlText(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return text?.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    return String.fromCodePoint(
      decimal === undefined ? parseInt(String(hex), 16) : Number(decimal),
    );
  });
}
