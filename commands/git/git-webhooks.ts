import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/connect.ts';
import {
  deleteGitWebhook as deleteRow,
  findGitWebhook,
  insertGitWebhook,
  listPushedConnections,
  maxGitWebhooks,
} from '../../db/tables/git/webhooks.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { GitType } from '../../domain/git/git-hosts.ts';
import { readRepositoryAddress } from '../../domain/git/repository.ts';
import { isSigned, pushedBranches } from '../../domain/git/webhook.ts';
import type { GitDelivery } from '../../domain/git/webhook.ts';
import type { Principal } from '../../domain/principal.ts';
import { isUuid, newId } from '../../lib/ids.ts';
import { openSecret, sealSecret } from '../../lib/secrets/secrets.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';
import { recordOrganizationChange } from '../organizations/record-organization-change.ts';
import { requestGitRun } from './start-git-run.ts';

const locationOf = (organizationId: string, id: string): string[] => [
  'git_webhooks',
  organizationId,
  id,
  'secret',
];

const withKeys = (keys: SecretKeys | undefined): SecretKeys =>
  keys ??
  refuse(
    'secret_key_missing',
    'Secrets of webhooks are stored encrypted: an operator must set SECRET_KEY for all processes and restart them.',
  );

/** Who writes, in which request. */
type Cause = { principal: Principal; requestId: string; now: Date };

/** Creates a webhook with a secret, which is returned only here. Refuses with `invalid_body` and `limit_reached`. */
export async function createGitWebhook(
  database: Database,
  asked: { type: GitType; repositoryUrl: string } & Cause,
  keys: SecretKeys | undefined,
): Promise<{ id: string; secret: string; repositoryUrl: string }> {
  const { type, principal, now } = asked;
  const address = readRepositoryAddress(asked.repositoryUrl);
  if (typeof address === 'string') {
    const violations = [{ field: 'repositoryUrl', message: address }];
    return refuse('invalid_body', `repositoryUrl ${address}.`, { violations });
  }
  const { organizationId } = principal;
  const [id, secret] = [newId(), randomBytes(32).toString('base64url')];
  const sealed = sealSecret(secret, withKeys(keys), locationOf(organizationId, id));
  const file = { type, repositoryUrl: address.url, secret: sealed };
  const webhook = { organizationId, id, ...file, principal: principal.name, createdAt: now };
  await transact(database, async (tx) => {
    if (!(await insertGitWebhook(tx, webhook))) {
      refuse(
        'limit_reached',
        `An organization has at most ${maxGitWebhooks} webhooks of Git hosts.`,
      );
    }
    const data = { gitWebhookId: id, repositoryUrl: address.url };
    await recordOrganizationChange(tx, asked, { type: 'GitWebhookCreated', data });
  });
  return { id, secret, repositoryUrl: address.url };
}

/** Deletes a webhook; later deliveries are refused. Refuses with `not_found`. */
export async function deleteGitWebhook(
  database: Database,
  cause: Cause,
  id: string,
): Promise<void> {
  const { organizationId } = cause.principal;
  await transact(database, async (tx) => {
    if (!isUuid(id) || !(await deleteRow(tx, organizationId, id))) {
      refuse('not_found', `There is no webhook of a Git host with the id '${id}'.`);
    }
    const data = { gitWebhookId: id };
    await recordOrganizationChange(tx, cause, { type: 'GitWebhookDeleted', data });
  });
}

/**
 * Requests a pull of each document that is connected with a pushed branch, with the rights of who created the webhook. Refuses with
 * `not_found` unknown webhooks and deliveries with another signature alike. Returns the number of pulls.
 */
export async function receiveDelivery(
  database: Database,
  {
    id,
    delivery,
    requestId,
    now,
  }: { id: string; delivery: GitDelivery; requestId: string; now: Date },
  keys: SecretKeys | undefined,
): Promise<number> {
  const webhook = isUuid(id) ? await findGitWebhook(database.knex, id) : undefined;
  const isOurs =
    webhook !== undefined &&
    isSigned(
      webhook.type,
      openSecret(webhook.secret, withKeys(keys), locationOf(webhook.organizationId, webhook.id)),
      delivery,
    );
  if (!isOurs) refuse('not_found', 'There is no webhook with this id and this signature.');
  const branches = pushedBranches(payloadOf(delivery));
  const { organizationId, principal } = webhook;
  return transact(database, async (tx) => {
    const connections = await listPushedConnections(tx, webhook, branches);
    for (const { id: connectionId, kind, documentId } of connections) {
      const document = { organizationId, kind, id: documentId };
      await requestGitRun(tx, document, {
        connectionId,
        action: 'pull',
        principal,
        requestId,
        now,
      });
    }
    return connections.length;
  });
}

function payloadOf({ text }: GitDelivery): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse(
      'malformed_body',
      'The delivery is no JSON: choose the content type application/json.',
    );
  }
}
