import type { Db } from '../../db/connect.ts';
import { insertApiKey } from '../../db/tables/organizations/api-keys.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { makeKeyText, readKeyText } from '../../domain/organizations/api-key-rules.ts';
import { refuse } from '../../domain/errors.ts';
import type { KeyScope, OrganizationId } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';

export type CreateApiKey = {
  organizationId: OrganizationId;
  scope: KeyScope;
  displayName: string;
  teamId?: string | undefined;
  email?: string | undefined;
  /** Last day (YYYY-MM-DD, UTC) on which the key works. */
  expiresOn?: string | undefined;
  /** A given text instead of a random one, for the first key of an installation. */
  text?: string | undefined;
  createdBy: string;
  requestId?: string | undefined;
  now: Date;
};

/** Creates a key and returns its text, which is not stored and cannot be shown again. */
export async function createApiKey(
  db: Db,
  request: CreateApiKey,
): Promise<{ id: string; text: string }> {
  const text = request.text ?? makeKeyText(request.scope);
  const parts =
    readKeyText(text) ??
    refuse('bad_request', 'A key looks like ck_o_<8 characters>_<32 characters>.');
  const id = newId();
  const stored = await insertApiKey(db, {
    organizationId: request.organizationId,
    id,
    ...parts,
    scope: request.scope,
    teamId: request.teamId,
    email: request.email,
    displayName: request.displayName,
    expiresOn: request.expiresOn,
    createdBy: request.createdBy,
    now: request.now,
  });
  if (!stored)
    refuse('concurrent_change', 'A key with this public part already exists; try again.');
  await recordEvent(db, {
    organizationId: request.organizationId,
    type: 'ApiKeyCreated',
    subjectKind: 'api-key',
    subjectId: id,
    principal: request.createdBy,
    requestId: request.requestId,
    public: false,
    data: { scope: request.scope },
    now: request.now,
  });
  return { id, text };
}
