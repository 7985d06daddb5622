import type { Tx } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { countAttempt } from '../../db/tables/organizations/attempt-limits.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import { refuse } from '../../domain/errors.ts';
import { team } from '../../domain/kinds/team.ts';
import { addressProblem } from '../../domain/notifications/mail-address.ts';
import type { AnyNotice } from '../../domain/notifications/templates/index.ts';
import { can } from '../../domain/organizations/permissions.ts';
import { digestOfSubject, signInLimits } from '../../domain/organizations/sign-in-code.ts';
import { findMember } from '../../domain/organizations/team-members.ts';
import type { TeamMember } from '../../domain/organizations/team-members.ts';
import type { Principal } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { queueNotifications } from '../notifications/queue-notifications.ts';
import { refuseUnknownDocument } from '../refuse-unknown-document.ts';
import { getTeamPath } from '../teams/get-team-path.ts';

export type InviteTeamMember = {
  teamId: string;
  /** In lower case. */
  email: string;
  /** Address of this service, for the link. */
  publicUrl: string;
  principal: Principal;
  requestId: string;
  now: Date;
};

/**
 * Queues a mail that invites a member of the team to sign in; returns the id of its notification. The mail has the address of the
 * team and no code: it signs nobody in, so that it can wait for days and be sent again. Refuses with `not_found` people who are not
 * in the team, and with `permission_denied` callers who may not add members.
 */
export async function inviteTeamMember(tx: Tx, invite: InviteTeamMember): Promise<string> {
  const { teamId, email, principal, requestId, now } = invite;
  const { organizationId } = principal;
  const path = await getTeamPath(tx, organizationId, teamId);
  if (!can(principal, 'TEAM_MEMBER_ADD', path)) {
    refuse('permission_denied', `This key lacks the permission TEAM_MEMBER_ADD on '${teamId}'.`);
  }
  const { name, member } = await readMember(tx, invite);
  await assertFewInvitations(tx, email);
  const names = await listPrincipalNames(tx, organizationId, [principal.name]);
  const notice: AnyNotice = {
    template: 'team-invitation',
    data: {
      teamId,
      team: name,
      role: member.role ?? null,
      invitedBy: names.get(principal.name) ?? null,
      page: signInPage(invite),
    },
  };
  const subject = { subjectKind: 'team', subjectId: teamId };
  const cause = { organizationId, teamId, causeId: newId(), ...subject, ...notice, now };
  const [queued] = await queueNotifications(tx, cause, [{ medium: 'mail', recipient: email }]);
  if (!queued) throw new Error('the invitation was not queued');
  await recordEvent(tx, {
    organizationId,
    type: 'TeamMemberInvited',
    ...subject,
    principal: principal.name,
    requestId,
    public: false,
    data: { emailAddress: email },
    now,
  });
  return queued.id;
}

/** The page that leads to the team after the sign-in. */
function signInPage({ publicUrl, teamId }: InviteTeamMember): string {
  const page = encodeURIComponent(`/teams/${encodeURIComponent(teamId)}`);
  return `${publicUrl}/sign-in?return=${page}`;
}

async function readMember(
  tx: Tx,
  { teamId: id, email, principal: { organizationId } }: InviteTeamMember,
): Promise<{ name: string; member: TeamMember }> {
  const stored = await findDocument(tx, { organizationId, kind: team.name, id });
  if (!stored) return refuseUnknownDocument(team, id);
  const document = JSON.parse(stored.body) as JsonObject;
  const member = findMember(document, email);
  if (!member) {
    refuse('not_found', `Team '${id}' has no member with the address '${email}': add them first.`);
  }
  const problem = addressProblem(email);
  if (problem !== undefined) {
    refuse('invalid_id', `No mail can be sent to '${email}': ${problem}.`);
  }
  return { name: document['name'] as string, member };
}

/** As many mails in an hour as one address may ask for to sign in, so that nobody is flooded. */
async function assertFewInvitations(tx: Tx, email: string): Promise<void> {
  const max = signInLimits.address;
  const hash = digestOfSubject('address', `invitation ${email}`);
  const retryAfterSeconds = await countAttempt(tx, hash, max);
  if (retryAfterSeconds === undefined) return;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  refuse(
    'too_many_requests',
    `${max} invitations in an hour are the limit of one address: try again in ${minutes} min.`,
    { extra: { retryAfterSeconds } },
  );
}
