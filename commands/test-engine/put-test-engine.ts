import { isIP } from 'node:net';
import { isAllowedHost, isForbiddenAddress } from '../../connectors/index.ts';
import type { Database } from '../../db/connect.ts';
import { findTestEngine, upsertTestEngine } from '../../db/tables/test-engines.ts';
import type { TestEngine } from '../../db/tables/test-engines.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { testEngineSchema } from '../../domain/test-engine.ts';
import { assertValid } from '../../domain/validation.ts';
import type { SecretKeys } from '../../lib/secrets.ts';
import type { OrganizationChange } from '../organizations/put-organization-features.ts';
import { recordOrganizationChange } from '../organizations/record-organization-change.ts';
import { sealEngineKey } from './engine-key.ts';

/**
 * Lets a Data Contract CLI API test the contracts of the organization. A key that is left out stays, but goes to no other endpoint.
 * Answers what to warn of. Refuses with `invalid_body` and `secret_key_missing`.
 */
export async function putTestEngine(
  database: Database,
  put: OrganizationChange & { secretKey: SecretKeys | undefined; allowedHosts: readonly string[] },
): Promise<string | undefined> {
  const wish = assertValid(testEngineSchema, put.document, 'invalid_body');
  const { principal, requestId, now, secretKey } = put;
  const { organizationId } = principal;
  const { dataContractTestsApiEndpoint: endpoint, dataContractTestsApiKey: given } = wish;
  const url = readEndpoint(endpoint);
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
    const cause = { principal, requestId, now };
    await recordOrganizationChange(tx, cause, {
      type: 'TestEngineUpdated',
      data: { endpoint, apiKeySet: apiKey !== null },
    });
  });
  return warningOf(url, put.allowedHosts);
}

/** Names are looked up by the workers only, each time. */
function readEndpoint(endpoint: string): URL {
  if (!URL.canParse(endpoint)) {
    return refuseEndpoint('must be an address that can be called');
  }
  const url = new URL(endpoint);
  const host = bareHost(url);
  if (isIP(host) !== 0 && isForbiddenAddress(host)) {
    return refuseEndpoint(`has the host ${host}, which is never contacted`);
  }
  return url;
}

function refuseEndpoint(message: string): never {
  const field = 'dataContractTestsApiEndpoint';
  return refuse('invalid_body', `The body is not as it must be: ${field} ${message}.`, {
    violations: [{ field, message }],
  });
}

/** Without the brackets of an IPv6 address. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function warningOf(url: URL, allowedHosts: readonly string[]): string | undefined {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (isAllowedHost(bareHost(url), port, allowedHosts)) return undefined;
  return `Host ${url.hostname}:${port} is not in ALLOWED_HOSTS of this process: unless it is in that of the workers, tests end in an error`;
}

/** Whoever may change the endpoint could read a key there that was given for another one. */
function keptKey(stored: TestEngine | undefined, endpoint: string): string | null {
  return stored?.endpoint === endpoint ? stored.apiKey : null;
}
