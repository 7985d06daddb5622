import type { Static } from '@sinclair/typebox';
import type { Db } from '../../db/connect.ts';
import type { ListedApiKey } from '../../db/tables/organizations/listed-api-keys.ts';
import { listKeyFacts } from '../../db/views/organizations/key-facts.ts';
import type { KeyFacts } from '../../db/views/organizations/key-facts.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import { apiKeyState, dayOf } from '../../domain/organizations/api-key-rules.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { apiKeySchema } from '../schemas/organization/api-keys.ts';

/** Keys as entries of a list, without their secrets; names and use of all keys are read at once. */
export async function presentApiKeys(
  db: Db,
  organizationId: OrganizationId,
  keys: readonly ListedApiKey[],
  now: Date,
): Promise<Static<typeof apiKeySchema>[]> {
  const ids = keys.map(({ id }) => id);
  const creators = keys.map(({ createdBy }) => createdBy);
  const facts = await listKeyFacts(db, organizationId, ids, dayOf(now));
  const names = await listPrincipalNames(db, organizationId, creators);
  return keys.map((key) => ({
    organizationApiKeyId: key.id,
    displayName: key.displayName,
    scope: key.scope,
    teamId: key.teamId,
    teamName: facts.get(key.id)?.teamName ?? null,
    email: key.email,
    personName: facts.get(key.id)?.personName ?? null,
    expiresAt: key.expiresOn,
    state: apiKeyState(key, now),
    createdAt: key.createdAt.toISOString(),
    createdBy: key.createdBy,
    createdByName: names.get(key.createdBy) ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    uses: presentUses(facts.get(key.id)),
  }));
}

function presentUses(facts: KeyFacts | undefined): Static<typeof apiKeySchema>['uses'] {
  if (!facts) return { requests: 0, failed: 0, days: [] };
  const { requests, failed, days, counts } = facts;
  return {
    requests,
    failed,
    days: days.map((day, index) => ({ day, requests: counts[index] ?? 0 })),
  };
}
