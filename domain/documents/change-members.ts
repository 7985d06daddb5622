import { withChangedMembers } from '../organizations/team-members.ts';
import type { MemberChange } from '../organizations/team-members.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { DocumentTexts } from './add-owner.ts';
import { contentOf } from './read-document.ts';
import type { DocumentAddress, DocumentContent } from './read-document.ts';
import { spliceJson, spliceYaml } from './splice-texts.ts';

/** The content of a team with the entries of some people changed; comments and layout of its YAML text stay. */
export function changeMembers(
  { body, source }: DocumentTexts,
  changes: readonly MemberChange[],
  address: DocumentAddress,
): Omit<DocumentContent, 'document'> {
  const before = JSON.parse(body) as JsonObject;
  const document = withChangedMembers(before, changes);
  const { document: _, ...content } = contentOf(
    {
      document,
      body: spliceJson(body, before, document),
      source: source === undefined ? undefined : spliceYaml(source, document),
      rewritten: false,
    },
    address,
  );
  return content;
}
