import type { Database } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import type { StoredDocument } from '../../db/tables/documents/documents.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import type { DocumentContent } from '../../domain/documents/read-document.ts';
import { team } from '../../domain/kinds/team.ts';
import { findMember, memberTag } from '../../domain/organizations/team-members.ts';
import type { MemberChange, TeamMember } from '../../domain/organizations/team-members.ts';
import type { Principal } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { putDocument } from '../documents/put-document.ts';
import { assertTag, versionTag } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import { refuseUnknownDocument } from '../refuse-unknown-document.ts';
import { isShort, runHere, runTask } from '../tasks/run-task.ts';

export type ChangeTeamMember = MemberChange & {
  teamId: string;
  /** About the entry of the person; entries of other people may change meanwhile. */
  preconditions: Preconditions;
  principal: Principal;
  requestId: string;
  now: Date;
};

/** Attempts despite concurrent writes of the same team. */
const attempts = 10;

/**
 * Adds, changes or removes one person of a team; returns the entity tag of the new entry. Every attempt reads the team anew, so that
 * two people who edit different members both succeed. Refuses like a PUT of the team, and with `not_found` the removal of a person
 * who is not in it.
 */
export async function changeTeamMember(
  database: Database,
  change: ChangeTeamMember,
): Promise<string | undefined> {
  const { teamId, principal } = change;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const stored = await readTeam(database, principal, teamId);
    assertExpected(stored, change);
    const content = await contentAfter(stored, change);
    const done = await putUnlessChanged(database, change, { stored, content });
    if (!done) continue;
    const member = findMember(JSON.parse(content.body) as JsonObject, change.email);
    return member && memberTag(member);
  }
  return refuse('concurrent_change', 'This team is being changed by other requests; try again.');
}

/** The entry of a person in a team. Refuses with `not_found` unknown teams, and people who are not in it. */
export async function getTeamMember(
  database: Database,
  { teamId, email, principal }: Pick<ChangeTeamMember, 'teamId' | 'email' | 'principal'>,
): Promise<TeamMember> {
  const stored = await readTeam(database, principal, teamId);
  const member = findMember(JSON.parse(stored.body) as JsonObject, email);
  return member ?? refuseStranger(teamId, email);
}

async function readTeam(
  { knex }: Database,
  { organizationId }: Principal,
  id: string,
): Promise<StoredDocument> {
  const stored = await findDocument(knex, { organizationId, kind: team.name, id });
  return stored ?? refuseUnknownDocument(team, id);
}

function assertExpected(stored: StoredDocument, change: ChangeTeamMember): void {
  const { teamId, email, entry, preconditions } = change;
  const member = findMember(JSON.parse(stored.body) as JsonObject, email);
  if (!member && entry === null) refuseStranger(teamId, email);
  assertTag(preconditions, member && memberTag(member));
}

function refuseStranger(teamId: string, email: string): never {
  return refuse('not_found', `Team '${teamId}' has no member with the address '${email}'.`);
}

function contentAfter(
  { body, source }: StoredDocument,
  { email, entry, teamId, now }: ChangeTeamMember,
): Promise<DocumentContent> {
  const texts = { body, source: source ?? undefined };
  const isLong =
    !isShort({ text: body, format: 'json' }) ||
    (source !== null && !isShort({ text: source, format: 'yaml' }));
  const run = isLong ? runTask : runHere;
  return run('changeMembers', texts, [{ email, entry }], { kind: team.name, id: teamId, now });
}

/** False if the team changed since it was read. */
async function putUnlessChanged(
  database: Database,
  { teamId: id, principal, requestId, now }: ChangeTeamMember,
  { stored, content }: { stored: StoredDocument; content: DocumentContent },
): Promise<boolean> {
  const preconditions = { ifMatch: [versionTag(stored)], mustBeNew: false };
  try {
    await putDocument(database, {
      kind: team,
      id,
      content,
      principal,
      requestId,
      preconditions,
      now,
    });
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'precondition_failed') return false;
    throw error;
  }
}
