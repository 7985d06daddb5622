import { refuse } from '../../domain/errors.ts';
import { cutAnswer, shorten } from './bounded-text.ts';
import { path } from './catalog-reader.ts';
import type { Catalog } from './catalog-reader.ts';

const scheme = 'concordat://datacontracts/';
const yaml = 'application/yaml';

/** Addresses of the resources. */
export const resourceTemplates = [
  {
    uriTemplate: `${scheme}{id}{?offset}`,
    name: 'data-contract',
    title: 'Data contract',
    description:
      'The text of a data contract as its owner wrote it; the next part of a long one with ?offset=',
    mimeType: yaml,
  },
];

/** The address of a data contract as a resource. */
export function contractUri(id: string): string {
  return `${scheme}${encodeURIComponent(id)}`;
}

const pageSize = 50;
type Found = { results: { id: string; name: string; description: string }[]; next?: string };

/** A page of the data contracts. */
export async function listResources({ get }: Catalog, cursor: string | undefined) {
  const query = { resourceType: 'DATA_CONTRACT', size: pageSize, after: cursor };
  const { results, next }: Found = await get('/api/search', query);
  const resources = results.map(({ id, name, description }) => ({
    uri: contractUri(id),
    name: id,
    title: name,
    description: shorten(description, 200),
    mimeType: yaml,
  }));
  return { resources, ...(next !== undefined && { nextCursor: next }) };
}

/** The text of a resource. Refuses unknown addresses with `not_found`. */
export async function readResource({ getText }: Catalog, uri: string) {
  const [, id = '', offset = '0'] =
    /^concordat:\/\/datacontracts\/([^/?#]+)(?:\?offset=(\d{1,9}))?$/.exec(uri) ?? [];
  if (id === '') refuse('not_found', `There is no resource '${uri.slice(0, 200)}'.`);
  const whole = await getText(path`/api/datacontracts/${decode(id)}/datacontract.yaml`);
  return { contents: [{ uri, mimeType: yaml, text: cutAnswer(whole, Number(offset)) }] };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
