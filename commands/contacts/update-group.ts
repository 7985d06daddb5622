import type { Database, Tx } from '../../db/connect.ts';
import { updateGroup as storeGroup } from '../../db/tables/messaging/contact-groups.ts';
import { recordMessagingEvent } from '../../db/tables/messaging/messaging-events.ts';
import { findGroup } from '../../db/views/messaging/groups.ts';
import { refuse } from '../../domain/errors.ts';
import { contactPrincipal } from '../../domain/messaging/caller.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import { readChange } from '../../domain/messaging/changes.ts';
import type { StoredContact } from '../../domain/messaging/contact.ts';
import { groupChangeSchema, groupObject } from '../../domain/messaging/group.ts';
import type { GroupChange, StoredGroup } from '../../domain/messaging/group.ts';
import { maybeDate } from '../../domain/messaging/ids.ts';
import { transactAsCaller } from './transact-as-caller.ts';
import { changeGroupContacts } from './change-group-contacts.ts';
import { refuseUnknownGroup } from './group-request.ts';
import type { GroupRequest } from './group-request.ts';
import { resolveContacts } from './resolve-contacts.ts';

export type UpdateGroup = GroupRequest & {
  id: string;
  /** Checked here against `groupChangeSchema`. */
  body: unknown;
};

/**
 * Changes a group. The creator may change everything but cannot leave; other members may leave by sending the list of contacts
 * without themselves. Refuses with `invalid_body`, `not_found`, `permission_denied`, and with `unknown_reference` if a contact
 * does not exist.
 */
export function updateGroup(
  database: Database,
  { body, id, ...request }: UpdateGroup,
): Promise<StoredGroup> {
  const change = readChange(groupChangeSchema, body);
  const { organizationId, contact } = request.caller;
  return transactAsCaller(database, request.caller, async (tx) => {
    const key = { organizationId, id };
    const former = (await findGroup(tx, key, contact.id)) ?? refuseUnknownGroup(id);
    const contacts = await readContacts(tx, request.caller, { former, change });
    const group = { ...withChange(former, change), contacts };
    const shown = groupObject(group);
    if (JSON.stringify(shown) === JSON.stringify(groupObject(former))) return former;
    await storeGroup(tx, key, group);
    await changeGroupContacts(tx, organizationId, { former, group });
    await recordMessagingEvent(tx, {
      organizationId,
      type: 'group.updated',
      subjectId: id,
      conversationId: null,
      principal: contactPrincipal(contact.id),
      requestId: request.requestId,
      data: shown,
      now: request.now,
    });
    return group;
  });
}

type Changing = { former: StoredGroup; change: GroupChange };

/** The contacts of the group after the change: existing members in their order, then new ones. */
async function readContacts(
  tx: Tx,
  { organizationId, contact: caller }: Caller,
  { former, change }: Changing,
): Promise<readonly StoredContact[]> {
  const isCreator = former.createdBy === caller.id;
  if (!isCreator && Object.keys(change).some((name) => name !== 'contacts')) refuseMember();
  if (change.contacts === undefined) return former.contacts;
  const wanted = await resolveContacts(tx, organizationId, change.contacts);
  const wantedIds = new Set(wanted.map(({ id }) => id));
  if (isCreator) {
    assertNoLeave(former, change, wantedIds);
    wantedIds.add(caller.id);
  }
  const staying = former.contacts.filter(({ id }) => wantedIds.has(id));
  const formerIds = new Set(former.contacts.map(({ id }) => id));
  const joining = wanted.filter(({ id }) => !formerIds.has(id));
  const leavesOnly = joining.length === 0 && staying.length === former.contacts.length - 1;
  if (!isCreator && (wantedIds.has(caller.id) || !leavesOnly)) refuseMember();
  return [...staying, ...joining];
}

/**
 * Other members leave by sending the list without themselves; the creator gets an error instead, because the request would have
 * no effect.
 */
function assertNoLeave(
  { contacts, createdBy }: StoredGroup,
  change: GroupChange,
  wantedIds: ReadonlySet<string>,
): void {
  if (Object.keys(change).length > 1 || wantedIds.size !== contacts.length - 1) return;
  const lacking = contacts.filter(({ id }) => !wantedIds.has(id));
  if (lacking.length !== 1 || lacking[0]?.id !== createdBy) return;
  refuse('invalid_body', 'You created the group and cannot leave it; delete the group instead.');
}

function refuseMember(): never {
  return refuse(
    'permission_denied',
    'Only the contact that created the group may change it; to leave the group, send its contacts without yourself.',
  );
}

function withChange(former: StoredGroup, change: GroupChange): StoredGroup {
  const { name, description, avatar_url, archived_at } = change;
  return {
    ...former,
    name: name ?? former.name,
    description: description === undefined ? former.description : description,
    avatarUrl: avatar_url === undefined ? former.avatarUrl : avatar_url,
    archivedAt: archived_at === undefined ? former.archivedAt : maybeDate(archived_at),
  };
}
