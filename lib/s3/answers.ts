/** An object of a listing. */
export type S3Object = { key: string; bytes: number; modifiedAt: string };

/** A page of ListObjectsV2; `next` is the continuation token of the next page. */
export type ObjectPage = { files: S3Object[]; next: string | undefined };

/**
 * Reads an answer of ListObjectsV2. `encoding-type=url` was requested, so keys hold nothing that XML must escape. Throws when the
 * body is another document.
 */
export function readListing(xml: string): ObjectPage {
  if (!/<ListBucketResult[\s>]/.test(xml)) throw new Error('the answer is not a list of objects');
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

/** Code and message of an error document, e.g. `AccessDenied: Access Denied`; undefined when it has no code. */
export function readFailure(xml: string): string | undefined {
  const code = xmlText(xml, 'Code');
  const message = xmlText(xml, 'Message');
  return code === undefined ? undefined : `${code}${message === undefined ? '' : `: ${message}`}`;
}

function decodeKey(encoded: string): string {
  const spaced = encoded.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of the first element of this name that contains no other elements. */
export function xmlText(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return text?.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    return String.fromCodePoint(
      decimal === undefined ? parseInt(String(hex), 16) : Number(decimal),
    );
  });
}
