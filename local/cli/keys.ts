import { chooseOrganization } from '../../commands/organizations/choose-organization.ts';
import { issueApiKey } from '../../commands/keys/issue-api-key.ts';
import { revokeApiKey } from '../../commands/keys/revoke-api-key.ts';
import { findOrganizationOfKey, listApiKeys } from '../../db/tables/api-keys.ts';
import type { ListedApiKey } from '../../db/tables/api-keys.ts';
import { apiKeyState } from '../../domain/api-key-rules.ts';
import { refuse } from '../../domain/errors.ts';
import { keyScopes } from '../../domain/principal.ts';
import type { KeyScope } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';
import type { Action, Command, Option } from './command.ts';
import { withDatabase } from './open-database.ts';
import { formatInstant, formatTable } from './table.ts';

const organizationOption: Option = {
  name: 'organization',
  value: 'vanity or id',
  help: 'the organization; without it the only one',
};

const list: Action = {
  name: 'list',
  summary: 'Lists the keys of an organization, also those that no longer work; never a secret',
  options: [organizationOption],
  run: (given, surroundings) =>
    withDatabase(surroundings, async ({ knex }) => {
      const organization = await chooseOrganization(knex, given.texts['organization']);
      const stored = await listApiKeys(knex, organization.id);
      const keys = stored.map((key) => ({
        ...key,
        state: apiKeyState(key, surroundings.clock.now()),
      }));
      return {
        text: stored.length === 0 ? `${organization.vanity} has no keys.` : tableOf(keys),
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
  summary: 'Makes a key and prints it once: it is stored nowhere and cannot be shown again',
  options: [
    {
      name: 'scope',
      value: 'scope',
      help: 'what the key may do',
      choices: keyScopes,
      required: true,
    },
    { name: 'team', value: 'id', help: 'an existing team; for the team scopes' },
    { name: 'email', value: 'address', help: 'the person; for the user scopes' },
    { name: 'name', value: 'text', help: 'what people call the key; without it its scope' },
    { name: 'expires', value: 'YYYY-MM-DD', help: 'last day on which it works (UTC)' },
    organizationOption,
  ],
  run: ({ texts }, surroundings) =>
    withDatabase(surroundings, async (database) => {
      const organization = await chooseOrganization(database.knex, texts['organization']);
      const scope = texts['scope'] as KeyScope;
      const { id, text } = await issueApiKey(database, {
        organizationId: organization.id,
        scope,
        displayName: texts['name'] ?? `${scope} key`,
        teamId: texts['team'],
        email: texts['email'],
        expiresOn: texts['expires'],
        createdBy: 'system',
        now: surroundings.clock.now(),
      });
      return {
        text: `API key (shown only this once: keep it): ${text}\nIts id, to revoke it: ${id}`,
        json: { id, organizationId: organization.id, scope, key: text },
      };
    }),
};

const revoke: Action = {
  name: 'revoke',
  summary: 'Ends a key for good; requests with it are refused from now on',
  options: [],
  arguments: [{ name: 'id', help: 'the id that keys list shows' }],
  run: ({ arguments: [id = ''] }, surroundings) =>
    withDatabase(surroundings, async (database) => {
      const organizationId = isUuid(id) && (await findOrganizationOfKey(database.knex, id));
      if (!organizationId)
        return refuse('not_found', `There is no key with the id '${id}'; keys list shows them.`);
      const now = surroundings.clock.now();
      await revokeApiKey(database, { organizationId, id, revokedBy: 'system' }, now);
      return { text: `Key ${id} is revoked.`, json: { id, organizationId, state: 'revoked' } };
    }),
};

export const keys: Command = {
  name: 'keys',
  summary: 'Lists, makes and revokes API keys',
  actions: [list, create, revoke],
};
