import type { Db } from '../../db/connect.ts';
import { findTagPolicy } from '../../db/views/documents/tag-policy.ts';
import { refuse } from '../../domain/errors.ts';
import { tag } from '../../domain/kinds/tag.ts';
import { managedTagsPolicyOf, modesWithoutEffect } from '../../domain/organizations/features.ts';
import type { ManagedTagsPolicy } from '../../domain/organizations/features.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { isDocumentId } from '../../domain/validation/document-ids.ts';

/** The tags of a write that are not in /api/tags, and the policy of the organization about them. */
export type TagVerdict = {
  policy: ManagedTagsPolicy;
  unmanaged: string[];
  /** A sentence for the warnings of the answer. */
  warning: string | undefined;
};

/** Judges tags by the managed tags policy. A tag that is deleted concurrently counts as it was when it was read. */
export async function judgeTags(
  db: Db,
  organizationId: OrganizationId,
  tags: readonly string[],
): Promise<TagVerdict | undefined> {
  if (tags.length === 0) return undefined;
  const possible = tags.filter((id) => isDocumentId(id, tag));
  const found = await findTagPolicy(db, organizationId, possible);
  const policy = managedTagsPolicyOf(found.policy);
  const managed = new Set(found.managed);
  const unmanaged = tags.filter((id) => !managed.has(id));
  const warns = policy === 'warn' && unmanaged.length > 0;
  const [ineffective] = modesWithoutEffect({ managedTagsPolicy: found.policy });
  const warning = warns
    ? `No tag is ${namesOf(unmanaged)}; create it with PUT /api/tags/<id> or correct it`
    : ineffective;
  return { policy, unmanaged, warning };
}

/** Refuses with `unknown_reference` unmanaged tags if the policy forbids them. */
export function assertAllowed(verdict: TagVerdict | undefined): void {
  if (verdict?.policy !== 'forbid' || verdict.unmanaged.length === 0) return;
  const message = `must be in /api/tags, because managedTagsPolicy of the organization is 'forbid'`;
  refuse(
    'unknown_reference',
    `There is no tag ${namesOf(verdict.unmanaged)}, and the organization forbids tags that are not in /api/tags: create it with PUT /api/tags/<id>, correct it or leave it out.`,
    { violations: [{ field: 'tags', message }] },
  );
}

/** Maximum number of tags that a message names. */
const maxNamed = 20;

function namesOf(tags: readonly string[]): string {
  const more = tags.length > maxNamed ? ` and ${tags.length - maxNamed} more` : '';
  return `${tags
    .slice(0, maxNamed)
    .map((id) => `'${id}'`)
    .join(', ')}${more}`;
}
