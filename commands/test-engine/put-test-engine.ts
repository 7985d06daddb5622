import type { Database } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { findTestEngine, upsertTestEngine } from '../../db/tables/test-engines.ts';
import type { TestEngine } from '../../db/tables/test-engines.ts';
import { transact } from '../../db/transact.ts';
import { testEngineSchema } from '../../domain/test-engine.ts';
import { assertValid } from '../../domain/validation.ts';
import type { SecretKeys } from '../../lib/secrets.ts';
import type { OrganizationChange } from '../organizations/put-organization-features.ts';
import { sealEngineKey } from './engine-key.ts';

/**
 * Lets a Data Contract CLI API test the contracts of the organization. A key that is left out stays, but goes to no other endpoint.
 * Refuses with `invalid_body` and `secret_key_missing`.
 */
export async function putTestEngine(
  database: Database,
  put: OrganizationChange & { secretKey: SecretKeys | undefined },
): Promise<void> {
  const wish = assertValid(testEngineSchema, put.document, 'invalid_body');
  const { principal, requestId, now, secretKey } = put;
  const { organizationId } = principal;
  const { dataContractTestsApiEndpoint: endpoint, dataContractTestsApiKey: given } = wish;
  await transact(database, async (tx) => {
    const stored = await findTestEngine(tx, organizationId);
    const apiKey =
      typeof given === 'string'
        ? sealEngineKey(given, secretKey, organizationId)
        : given === null
          ? null
          : keptKey(stored, endpoint);
    const change = { endpoint, apiKey, updatedAt: now, updatedBy: principal.name };
    await upsertTestEngine(tx, organizationId, change);
    await recordEvent(tx, {
      organizationId,
      type: 'TestEngineUpdated',
      subjectKind: 'organization',
      subjectId: organizationId,
      principal: principal.name,
      requestId,
      public: false,
      data: { endpoint, apiKeySet: apiKey !== null },
      now,
    });
  });
}

/** Whoever may change the endpoint could read a key there that was given for another one. */
function keptKey(stored: TestEngine | undefined, endpoint: string): string | null {
  return stored?.endpoint === endpoint ? stored.apiKey : null;
}
