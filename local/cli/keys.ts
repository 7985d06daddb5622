import { issueApiKey } from '../../commands/keys/issue-api-key.ts';
import { revokeApiKey } from '../../commands/keys/revoke-api-key.ts';
import { findOrganizationOfKey } from '../../db/tables/organizations/api-keys.ts';
import { listApiKeys } from '../../db/tables/organizations/listed-api-keys.ts';
import type { ListedApiKey } from '../../db/tables/organizations/listed-api-keys.ts';
import { apiKeyState } from '../../domain/organizations/api-key-rules.ts';
import { refuse } from '../../domain/errors.ts';
import { keyScopes } from '../../domain/principal.ts';
import type { KeyScope } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';
import type { Action, Command } from './command.ts';
import { withDatabase } from './open-database.ts';
import {
  organizationOption,
  organizationToRead,
  organizationToWrite,
} from './organization-option.ts';
import { formatInstant, formatTable } from './table.ts';

const list: Action = {
  name: 'list',
  summary: 'Lists the keys of an organization, including revoked and expired ones, without secrets',
  options: [organizationOption],
  run: (given, context) =>
    withDatabase(context, async ({ knex }) => {
      const { organization, note } = await organizationToRead(knex, given);
      const stored = await listApiKeys(knex, organization.id);
      const keys = stored.map((key) => ({
        ...key,
        state: apiKeyState(key, context.clock.now()),
      }));
      return {
        text: `${note}${stored.length === 0 ? `${organization.vanity} has no keys.` : tableOf(keys)}`,
        json: { organizationId: organization.id, keys },
      };
    }),
};

function tableOf(keys: readonly (ListedApiKey & { state: string })[]): string {
  const heads = ['ID', 'NAME', 'SCOPE', 'FOR', 'CREATED', 'LAST USED', 'EXPIRES', 'STATE'];
  const rows = keys.map((key) => [
    key.id,
    key.displayName,
    key.scope,
    key.teamId ?? key.email,
    formatInstant(key.createdAt),
    formatInstant(key.lastUsedAt),
    key.expiresOn,
    key.state,
  ]);
  return formatTable(heads, rows);
}

const create: Action = {
  name: 'create',
  summary: 'Creates a key and prints it once: it is not stored and cannot be shown again',
  options: [
    {
      name: 'scope',
      value: 'scope',
      help: 'permissions of the key',
      choices: keyScopes,
      required: true,
    },
    { name: 'team', value: 'id', help: 'an existing team, only for team scopes' },
    { name: 'email', value: 'address', help: 'the person, only for user scopes' },
    { name: 'name', value: 'text', help: 'name for people, default: the scope' },
    { name: 'expires', value: 'YYYY-MM-DD', help: 'last day on which the key works (UTC)' },
    organizationOption,
  ],
  run: (given, context) =>
    withDatabase(context, async (database) => {
      const { texts } = given;
      const { organization } = await organizationToWrite(database.knex, given);
      const scope = texts['scope'] as KeyScope;
      const { id, text } = await issueApiKey(database, {
        organizationId: organization.id,
        scope,
        displayName: texts['name'] ?? `${scope} key`,
        teamId: texts['team'],
        email: texts['email'],
        expiresOn: texts['expires'],
        createdBy: 'system',
        now: context.clock.now(),
      });
      return {
        text: `API key (shown only this once: keep it): ${text}\nIts id, to revoke it: ${id}`,
        json: { id, organizationId: organization.id, scope, key: text },
      };
    }),
};

const revoke: Action = {
  name: 'revoke',
  summary: 'Revokes a key; further requests with it are refused',
  options: [],
  arguments: [{ name: 'id', help: 'id from keys list' }],
  run: ({ arguments: [id = ''] }, context) =>
    withDatabase(context, async (database) => {
      const organizationId = isUuid(id) && (await findOrganizationOfKey(database.knex, id));
      if (!organizationId)
        return refuse(
          'not_found',
          `There is no key with the id '${id}'; list keys with npm run keys -- list.`,
        );
      const now = context.clock.now();
      await revokeApiKey(database, { organizationId, id, revokedBy: 'system' }, now);
      return { text: `Key ${id} is revoked.`, json: { id, organizationId, state: 'revoked' } };
    }),
};

export const keys: Command = {
  name: 'keys',
  summary: 'Lists, creates and revokes API keys',
  actions: [list, create, revoke],
};
