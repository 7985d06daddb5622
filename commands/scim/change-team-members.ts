import type { Tx } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import { lockDocument, lockTree } from '../../db/tables/documents/locks.ts';
import { listUserBodies } from '../../db/tables/scim/resources.ts';
import { refuse } from '../../domain/errors.ts';
import { team } from '../../domain/kinds/team.ts';
import { findMember } from '../../domain/organizations/team-members.ts';
import type { MemberChange } from '../../domain/organizations/team-members.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { putOnce } from '../documents/put-document.ts';
import { shownNameOf } from '../../domain/scim/resource/identity.ts';
import { isShort, runHere, runTask } from '../tasks/run-task.ts';
import type { ScimCause } from './cause.ts';

/** Changes the entries of people in a team, in one revision, and names people who have no name there; a team that was deleted stays so. */
export async function changeTeamMembers(
  tx: Tx,
  { teamId, changes }: { teamId: string; changes: readonly MemberChange[] },
  { principal, requestId, now }: ScimCause,
): Promise<void> {
  const { organizationId } = principal;
  const key = { organizationId, kind: team.name, id: teamId };
  await lockTree(tx, key);
  await lockDocument(tx, key);
  const stored = await findDocument(tx, key);
  if (!stored) return;
  const { body, source } = stored;
  const before = JSON.parse(body) as JsonObject;
  const wanted = changes.filter(({ email, entry }) => entry !== null || findMember(before, email));
  if (wanted.length === 0) return;
  const named = await withNames(tx, before, wanted, organizationId);
  const texts = { body, source: source ?? undefined };
  const isLong =
    !isShort({ text: body, format: 'json' }) ||
    (source !== null && !isShort({ text: source, format: 'yaml' }));
  const run = isLong ? runTask : runHere;
  const content = await run('changeMembers', texts, named, { kind: team.name, id: teamId, now });
  const preconditions = { ifMatch: undefined, mustBeNew: false };
  const put = { kind: team, id: teamId, content, principal, requestId, preconditions, now };
  const written = await putOnce(tx, put);
  if (written) return;
  refuse(
    'concurrent_change',
    `The team '${teamId}' is being changed by other requests; try again.`,
  );
}

/** The changes with the names that the team already has, else with those of the identity provider. */
async function withNames(
  tx: Tx,
  before: JsonObject,
  changes: readonly MemberChange[],
  organizationId: OrganizationId,
): Promise<MemberChange[]> {
  const written = changes.filter(({ entry }) => entry !== null).map(({ email }) => email);
  const users = await listUserBodies(tx, organizationId, written);
  return changes.map(({ email, entry }) => {
    const name = findMember(before, email)?.name ?? shownNameOf(users.get(email) ?? {});
    return { email, entry: entry && { ...entry, name } };
  });
}
