import { assetSources, findAssetSource } from '../../connectors/index.ts';
import type { Database, Tx } from '../../db/connect.ts';
import { violatedConstraint } from '../../db/postgres-errors.ts';
import {
  findSealedSettings,
  insertIntegration,
  lockIntegration,
  updateIntegration,
} from '../../db/tables/integrations.ts';
import type { Integration, IntegrationContent } from '../../db/tables/integrations.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { Violation } from '../../domain/errors.ts';
import { integrationWriteSchema } from '../../domain/ingestion/integration.ts';
import type { IntegrationSettings, IntegrationWrite } from '../../domain/ingestion/integration.ts';
import { checkFilters } from '../../domain/ingestion/asset-filter.ts';
import { toCron } from '../../domain/ingestion/quartz.ts';
import { nextDue } from '../../domain/schedule.ts';
import { assertNoViolations, assertValid, validateWith } from '../../domain/validation.ts';
import { canonicalJson, isObject } from '../../lib/json.ts';
import { assertPreconditions } from '../documents/preconditions.ts';
import type { Preconditions } from '../documents/preconditions.ts';
import {
  assertMayIngest,
  auditIntegration,
  causeOf,
  integrationKeyOf,
} from './integration-request.ts';
import type { IntegrationRequest } from './integration-request.ts';
import { openSettings, sealCredentials, sealSettings } from './integration-settings.ts';
import { scheduleRuns } from './schedule-runs.ts';
import type { SecretKeys } from '../../lib/secrets.ts';

export type PutIntegration = IntegrationRequest & {
  document: unknown;
  preconditions: Preconditions;
  secretKey: SecretKeys | undefined;
};

const daily = '0 0 * * *';

/** What a body means, before anything is sealed. */
type Wish = {
  write: IntegrationWrite;
  settings: IntegrationSettings;
  cron: string | undefined;
  timezone: string;
};

/**
 * Creates an integration or replaces what is said of it; its schedule follows at once. Credentials that are left out stay, but not
 * for another platform or address. Answers its revision. Refuses invalid bodies, unknown sources and teams, missing permissions on the
 * owner, as it is and as it would be, and failed preconditions.
 */
export async function putIntegration(
  database: Database,
  put: PutIntegration,
): Promise<{ revision: number; outcome: 'created' | 'updated' }> {
  const wish = readWish(put);
  try {
    return await transact(database, (tx) => write(tx, put, wish));
  } catch (error) {
    if (violatedConstraint(error) !== 'integrations_owner') throw error;
    return refuse(
      'unknown_reference',
      `No team has the id '${wish.write.owningTeamExternalId}': put the id of an existing team into owningTeamExternalId or leave it out.`,
    );
  }
}

function readWish({ id, document, now }: PutIntegration): Wish {
  const wish = assertValid(integrationWriteSchema, withoutNulls(document), 'invalid_body');
  if (wish.externalId !== undefined && wish.externalId !== id) {
    refuse('id_mismatch', `The body has the externalId '${wish.externalId}', the address '${id}'.`);
  }
  assertSettings(wish);
  const { configuration, filters, removalFuse } = wish;
  const expression = wish.scheduleExpression ?? undefined;
  const cron = expression === undefined ? undefined : toCron(expression);
  const timezone = wish.scheduleTimezone ?? 'UTC';
  // A zone that no schedule uses yet must exist, too.
  if (!nextDue(cron ?? daily, timezone, now)) {
    refuse('invalid_body', `The schedule '${expression}' is never due.`);
  }
  const settings = { configuration, filters, removalFuse, scheduleExpression: expression };
  return { write: wish, settings, cron, timezone };
}

function assertSettings({
  source: name,
  configuration,
  credentials,
  filters,
}: IntegrationWrite): void {
  const source = findAssetSource(name);
  if (!source) {
    const known = assetSources.map((one) => one.name).join(', ');
    return refuse('invalid_body', `source '${name}' is not known; these are: ${known}.`);
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

/** Explicit null means absent (decisions §1). */
function withoutNulls(document: unknown): unknown {
  if (!isObject(document)) return document;
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null));
}

async function write(
  tx: Tx,
  put: PutIntegration,
  wish: Wish,
): Promise<{ revision: number; outcome: 'created' | 'updated' }> {
  const key = integrationKeyOf(put);
  const stored = await lockIntegration(tx, key);
  const owner = wish.write.owningTeamExternalId ?? undefined;
  await assertMayIngest(tx, put.principal, stored ? [stored.ownerId, owner] : [owner]);
  assertPreconditions(put.preconditions, stored && { revision: stored.revision, edition: 0 });
  const content = await toContent(tx, put, wish, stored);
  if (stored) await updateIntegration(tx, key, content, put.now);
  else if (!(await insertIntegration(tx, key, content, put.now))) {
    refuse('concurrent_change', `The integration '${put.id}' was just created; try again.`);
  }
  await scheduleRuns(tx, key, content, put.now);
  const type = stored ? 'IntegrationUpdated' : 'IntegrationCreated';
  await auditIntegration(tx, type, causeOf(put), { enabled: content.enabled });
  return { revision: (stored?.revision ?? 0) + 1, outcome: stored ? 'updated' : 'created' };
}

async function toContent(
  tx: Tx,
  put: PutIntegration,
  { write: wish, settings, cron, timezone }: Wish,
  stored: Integration | undefined,
): Promise<IntegrationContent> {
  const { name, source, enabled = true, owningTeamExternalId } = wish;
  const key = integrationKeyOf(put);
  const credentials = await credentialsAfter(tx, put, wish, stored);
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

/** Stored credentials go nowhere else than they were given for: whoever may change the address could read them there. */
async function credentialsAfter(
  tx: Tx,
  put: PutIntegration,
  wish: IntegrationWrite,
  stored: Integration | undefined,
): Promise<string | null> {
  const key = integrationKeyOf(put);
  if (wish.credentials) return sealCredentials(wish.credentials, key, put.secretKey);
  const sealed = stored && (await findSealedSettings(tx, key));
  if (!sealed || sealed.credentials === null) {
    assertNeedsNone(wish.source);
    return null;
  }
  const before = openSettings(sealed, key, put.secretKey).configuration;
  const isSame =
    stored.source === wish.source && canonicalJson(before) === canonicalJson(wish.configuration);
  if (isSame) return sealed.credentials;
  return refuse(
    'invalid_body',
    'The source or its configuration changes: send the credentials again, as those that are stored were given for the former one.',
  );
}

function assertNeedsNone(source: string): void {
  const schema = findAssetSource(source)?.credentialsSchema;
  const violations = schema ? validateWith(schema, {}) : [];
  const named = violations.map(({ message }) => ({ field: 'credentials', message }));
  assertNoViolations(named, 'invalid_body');
}
