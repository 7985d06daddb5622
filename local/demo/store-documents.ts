import { createHash } from 'node:crypto';

import { canonicalJson } from '../../lib/json/json.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { Authors } from './activity/authors.ts';
import type { Api } from './api-client.ts';
import type { DemoDocument } from './demo-documents.ts';
import type { Notes } from './notes.ts';
import type { Progress } from './progress.ts';

const notFound = 404;

/** A short digest that identifies a content. */
export function digestOf(content: unknown): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex').slice(0, 16);
}

/**
 * Stores missing and outdated documents; unchanged ones are not written, and documents changed outside of the demo stay
 * unchanged. Returns the latter.
 */
export async function storeDocuments(
  api: Api,
  documents: readonly DemoDocument[],
  { authors, notes, progress }: { authors: Authors; notes: Notes; progress: Progress },
): Promise<DemoDocument[]> {
  const foreign: DemoDocument[] = [];
  for (const document of documents) {
    await progress.during(`${document.kind} ${document.id}`, async () => {
      if (await store(api, document, { authors, notes }))
        notes.stored[keyOf(document)] = digestOf(document.content);
      else foreign.push(document);
    });
  }
  return foreign;
}

/** False if the document was changed outside of the demo. */
async function store(
  api: Api,
  document: DemoDocument,
  { authors, notes }: { authors: Authors; notes: Notes },
): Promise<boolean> {
  const path = `/api/${document.collection}/${document.id}`;
  const { status, text } = await api('GET', path, { accept: [notFound] });
  if (status !== notFound) {
    const current = JSON.parse(text) as JsonObject;
    if (digestOf(current) === digestOf(document.content)) return true;
    if (!isOurs(current, document, notes)) return false;
  } else {
    for (const { author, text: body } of authors.earlier(document))
      await author('PUT', path, { body });
  }
  await (authors.of(document) ?? api)('PUT', path, { body: document.text });
  return true;
}

/** True if the document is as we stored it or, without notes, differs only in the location of the data. */
function isOurs(current: JsonObject, document: DemoDocument, notes: Notes): boolean {
  const noted = notes.stored[keyOf(document)];
  if (noted !== undefined) return noted === digestOf(current);
  const { servers: _theirs, ...theirRest } = current;
  const { servers: _ours, ...ourRest } = document.content;
  return digestOf(theirRest) === digestOf(ourRest);
}

function keyOf({ collection, id }: DemoDocument): string {
  return `${collection}/${id}`;
}
