import { assetSources, findAssetSourceInfo } from '../../connectors/catalogue.ts';
import type { Database, Tx } from '../../db/connect.ts';
import { violatedConstraint } from '../../db/postgres-errors.ts';
import {
  findSealedSettings,
  insertIntegration,
  lockIntegration,
  updateIntegration,
} from '../../db/tables/ingestion/integrations.ts';
import type { Integration, IntegrationContent } from '../../db/tables/ingestion/integrations.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { Violation } from '../../domain/errors.ts';
import { integrationWriteSchema } from '../../domain/ingestion/integration.ts';
import type { IntegrationSettings, IntegrationWrite } from '../../domain/ingestion/integration.ts';
import { checkFilters } from '../../domain/ingestion/asset-filter.ts';
import { toCron } from '../../domain/ingestion/quartz.ts';
import { nextDue } from '../../domain/work/schedule.ts';
import {
  assertNoViolations,
  assertValid,
  validateWith,
} from '../../domain/validation/validation.ts';
import { canonicalJson, isObject } from '../../lib/json/json.ts';
import { assertPreconditions } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import {
  assertMayIngest,
  auditIntegration,
  causeOf,
  integrationKeyOf,
} from './integration-request.ts';
import type { IntegrationRequest } from './integration-request.ts';
import { openSettings, sealCredentials, sealSettings } from './integration-settings.ts';
import { scheduleRuns } from './schedule-runs.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';

export type PutIntegration = IntegrationRequest & {
  document: unknown;
  preconditions: Preconditions;
  secretKey: SecretKeys | undefined;
};

const daily = '0 0 * * *';

/** The parsed body, before anything is sealed. */
type ParsedRequest = {
  write: IntegrationWrite;
  settings: IntegrationSettings;
  cron: string | undefined;
  timezone: string;
};

/**
 * Creates or replaces an integration; its schedule takes effect at once. Missing credentials keep their values, unless the
 * platform or address changes. Returns the revision. Refuses invalid bodies, unknown sources and teams, missing permissions on
 * the current and the new owner, and failed preconditions.
 */
export async function putIntegration(
  database: Database,
  put: PutIntegration,
): Promise<{ revision: number; outcome: 'created' | 'updated' }> {
  const parsed = readRequest(put);
  try {
    return await transact(database, (tx) => write(tx, put, parsed));
  } catch (error) {
    if (violatedConstraint(error) !== 'integrations_owner') throw error;
    return refuse(
      'unknown_reference',
      `No team has the id '${parsed.write.owningTeamExternalId}': put the id of an existing team into owningTeamExternalId, or omit it.`,
    );
  }
}

function readRequest({ id, document, now }: PutIntegration): ParsedRequest {
  const request = assertValid(integrationWriteSchema, withoutNulls(document), 'invalid_body');
  if (request.externalId !== undefined && request.externalId !== id) {
    refuse(
      'id_mismatch',
      `The body has the externalId '${request.externalId}', but the path has '${id}': make them equal.`,
    );
  }
  assertSettings(request);
  const { configuration, filters, removalFuse } = request;
  const expression = request.scheduleExpression ?? undefined;
  const cron = expression === undefined ? undefined : toCron(expression);
  const timezone = request.scheduleTimezone ?? 'UTC';
  // The time zone must also exist if no schedule uses it yet.
  if (!nextDue(cron ?? daily, timezone, now)) {
    refuse('invalid_body', `The schedule '${expression}' is never due.`);
  }
  const settings = { configuration, filters, removalFuse, scheduleExpression: expression };
  return { write: request, settings, cron, timezone };
}

function assertSettings({
  source: name,
  configuration,
  credentials,
  filters,
}: IntegrationWrite): void {
  const source = findAssetSourceInfo(name);
  if (!source) {
    const known = assetSources.map((one) => one.name).join(', ');
    return refuse('invalid_body', `source '${name}' is unknown; known sources are ${known}.`);
  }
  const below = (member: string, violations: Violation[]): Violation[] =>
    violations.map(({ field, message }) => ({
      field: field === 'body' ? member : `${member}.${field}`,
      message,
    }));
  const { configSchema, credentialsSchema } = source;
  const violations = [
    ...below('configuration', validateWith(configSchema, configuration)),
    ...(credentials ? below('credentials', validateWith(credentialsSchema, credentials)) : []),
    ...checkFilters(filters, source),
  ];
  assertNoViolations(violations, 'invalid_body');
}

/** Removes members with an explicit null, which means absent. */
function withoutNulls(document: unknown): unknown {
  if (!isObject(document)) return document;
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null));
}

async function write(
  tx: Tx,
  put: PutIntegration,
  parsed: ParsedRequest,
): Promise<{ revision: number; outcome: 'created' | 'updated' }> {
  const key = integrationKeyOf(put);
  const stored = await lockIntegration(tx, key);
  const owner = parsed.write.owningTeamExternalId ?? undefined;
  await assertMayIngest(tx, put.principal, stored ? [stored.ownerId, owner] : [owner]);
  assertPreconditions(put.preconditions, stored && { revision: stored.revision, edition: 0 });
  const content = await toContent(tx, put, parsed, stored);
  if (stored) await updateIntegration(tx, key, content, put.now);
  else if (!(await insertIntegration(tx, key, content, put.now))) {
    refuse(
      'concurrent_change',
      `The integration '${put.id}' was created by another request; try again.`,
    );
  }
  await scheduleRuns(tx, key, content, put.now);
  const type = stored ? 'IntegrationUpdated' : 'IntegrationCreated';
  await auditIntegration(tx, type, causeOf(put), { enabled: content.enabled });
  return { revision: (stored?.revision ?? 0) + 1, outcome: stored ? 'updated' : 'created' };
}

async function toContent(
  tx: Tx,
  put: PutIntegration,
  { write: request, settings, cron, timezone }: ParsedRequest,
  stored: Integration | undefined,
): Promise<IntegrationContent> {
  const { name, source, enabled = true, owningTeamExternalId } = request;
  const key = integrationKeyOf(put);
  const credentials = await credentialsAfter(tx, put, request, stored);
  return {
    name,
    source,
    enabled,
    ownerId: owningTeamExternalId ?? undefined,
    settings: sealSettings(settings, key, put.secretKey),
    credentials,
    cron,
    timezone,
  };
}

/** Stored credentials must not be sent to another address: a user who may change the address could read them there. */
async function credentialsAfter(
  tx: Tx,
  put: PutIntegration,
  request: IntegrationWrite,
  stored: Integration | undefined,
): Promise<string | null> {
  const key = integrationKeyOf(put);
  if (request.credentials) return sealCredentials(request.credentials, key, put.secretKey);
  const sealed = stored && (await findSealedSettings(tx, key));
  if (!sealed || sealed.credentials === null) {
    assertNeedsNone(request.source);
    return null;
  }
  const before = openSettings(sealed, key, put.secretKey).configuration;
  const isSame =
    stored.source === request.source &&
    canonicalJson(before) === canonicalJson(request.configuration);
  if (isSame) return sealed.credentials;
  return refuse(
    'invalid_body',
    'The source or its configuration changes: send the credentials again, because the stored ones belong to the former source.',
  );
}

function assertNeedsNone(source: string): void {
  const schema = findAssetSourceInfo(source)?.credentialsSchema;
  const violations = schema ? validateWith(schema, {}) : [];
  const named = violations.map(({ message }) => ({ field: 'credentials', message }));
  assertNoViolations(named, 'invalid_body');
}
