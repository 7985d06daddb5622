import { kindNamed } from '../kinds/index.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { contentOf } from './read-document.ts';
import type { DocumentAddress, DocumentContent } from './read-document.ts';
import { spliceJson, spliceYaml } from './splice-texts.ts';

/** The texts of a document, as in its content. */
export type DocumentTexts = Pick<DocumentContent, 'body' | 'source'>;

/**
 * The content of a document with a team written into its texts as the owner, and a notice about it. Only for kinds with
 * `withOwner`.
 */
export function addOwner(
  { body, source }: DocumentTexts,
  teamId: string,
  address: DocumentAddress,
): Omit<DocumentContent, 'document'> {
  const before = JSON.parse(body) as JsonObject;
  const document = kindNamed(address.kind).withOwner?.(before, teamId) ?? before;
  const {
    document: _,
    facts,
    ...content
  } = contentOf(
    {
      document,
      body: spliceJson(body, before, document),
      source: source === undefined ? undefined : spliceYaml(source, document),
      rewritten: true,
    },
    address,
  );
  const notice = `The owner '${teamId}' was written into the text, which names no existing team`;
  return { ...content, facts: { ...facts, notices: [...facts.notices, notice] } };
}
