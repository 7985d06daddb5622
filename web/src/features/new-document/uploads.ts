import { newTexts } from '../../texts/studio/new-document.ts';

export type DraftKind = 'datacontracts' | 'dataproducts';

/** The text of an uploaded document as YAML with the id that it has, or what is wrong with it. */
export type Uploaded = { text: string; id: string } | { problem: string };

const maxBytes = 5_000_000;

const formats: Record<DraftKind, readonly string[]> = {
  datacontracts: ['DataContract', 'dataContractSpecification'],
  dataproducts: ['DataProduct', 'dataProductSpecification'],
};

/** Reads a YAML or JSON document; comments of YAML stay. */
export async function readUpload(file: File, kind: DraftKind): Promise<Uploaded> {
  if (file.size > maxBytes) return { problem: newTexts.tooLarge(file.name) };
  const text = await file.text();
  if (/[\0\uFFFD]/u.test(text)) return { problem: newTexts.noText(file.name) };
  const { parseDocument, stringify } = await import('yaml');
  const parsed = parseDocument(text);
  const [error] = parsed.errors;
  if (error !== undefined) {
    // The lines below repeat what the file has there.
    const [sentence = ''] = error.message.split('\n');
    return { problem: newTexts.unreadable(file.name, sentence.replace(/:$/u, '.').slice(0, 200)) };
  }
  const document: unknown = parsed.toJS({ maxAliasCount: 100 });
  if (!isRecord(document) || !isOfKind(document, kind)) {
    return { problem: newTexts.otherKind(file.name, kind) };
  }
  const id = typeof document['id'] === 'string' ? document['id'] : '';
  // A name of members comes first in YAML, so this is JSON.
  const isJson = text.trimStart().startsWith('{');
  return { text: isJson ? stringify(document, { lineWidth: 0 }) : text, id };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The older specifications have their own version member instead of a kind; ODCS 2 has both names. */
function isOfKind(document: Record<string, unknown>, kind: DraftKind): boolean {
  return formats[kind].some((format) => document['kind'] === format || format in document);
}
