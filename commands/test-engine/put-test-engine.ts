import { isIP } from 'node:net';
import { isAllowedHost, isForbiddenAddress } from '../../connectors/guard/hosts.ts';
import type { Database } from '../../db/connect.ts';
import { findTestEngine, upsertTestEngine } from '../../db/tables/contract-tests/test-engines.ts';
import type { TestEngine } from '../../db/tables/contract-tests/test-engines.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { testEngineSchema } from '../../domain/contract-tests/engine.ts';
import { assertValid } from '../../domain/validation/validation.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';
import type { OrganizationChange } from '../organizations/put-organization-features.ts';
import { recordOrganizationChange } from '../organizations/record-organization-change.ts';
import { sealEngineKey } from './engine-key.ts';

/**
 * Configures a Data Contract CLI API as the test engine of the organization. A missing key keeps its value, unless the endpoint
 * changes. Returns warnings. Refuses with `invalid_body` and `secret_key_missing`.
 */
export async function putTestEngine(
  database: Database,
  put: OrganizationChange & { secretKey: SecretKeys | undefined; allowedHosts: readonly string[] },
): Promise<string | undefined> {
  const request = assertValid(testEngineSchema, put.document, 'invalid_body');
  const { principal, requestId, now, secretKey } = put;
  const { organizationId } = principal;
  const { dataContractTestsApiEndpoint: endpoint, dataContractTestsApiKey: given } = request;
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

/** Host names are resolved only by the workers, at each test. */
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
  return refuse('invalid_body', `The body is invalid: ${field} ${message}.`, {
    violations: [{ field, message }],
  });
}

/** The host without the brackets of an IPv6 address. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function warningOf(url: URL, allowedHosts: readonly string[]): string | undefined {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (isAllowedHost(bareHost(url), port, allowedHosts)) return undefined;
  return `Host ${url.hostname}:${port} is not in ALLOWED_HOSTS of this process: unless it is in ALLOWED_HOSTS of the workers, tests end in an error`;
}

/** The stored key must not be sent to another endpoint, where a user who changes the endpoint could read it. */
function keptKey(stored: TestEngine | undefined, endpoint: string): string | null {
  return stored?.endpoint === endpoint ? stored.apiKey : null;
}
