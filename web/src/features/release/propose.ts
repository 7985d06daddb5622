import { client, read } from '../../api/client.ts';
import type { ReleasedKind } from './queries.ts';

/** A text with the state of the document that it starts from. */
export type ProposedText = {
  kind: ReleasedKind;
  id: string;
  text: string;
  etag: string | undefined;
};

/** The revision of an entity tag such as `"7.1-yaml"`. */
export function revisionOf(etag: string | undefined): number | undefined {
  const revision = /^"(\d+)/u.exec(etag ?? '')?.[1];
  return revision === undefined ? undefined : Number(revision);
}

/** Proposes the text as a change; repeated with the same key, it is proposed once. */
export async function proposeChange(
  { kind, id, text, etag, title, note }: ProposedText & { title: string; note: string },
  key: string,
): Promise<{ id: string }> {
  const baseRevision = revisionOf(etag);
  const body = {
    kind,
    documentId: id,
    title: title.trim(),
    source: text,
    format: 'yaml' as const,
    ...(note.trim() !== '' && { note }),
    ...(baseRevision !== undefined && { baseRevision }),
  };
  const params = { header: { 'Idempotency-Key': key } };
  return read(client.POST('/api/change-requests', { params, body }));
}
