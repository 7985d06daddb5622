import { createContact } from '../../commands/contacts/create-contact.ts';
import { chooseOrganization } from '../../commands/organizations/choose-organization.ts';
import { createToken } from '../../commands/tokens/create-token.ts';
import { revokeToken } from '../../commands/tokens/revoke-token.ts';
import type { Database } from '../../db/connect.ts';
import { findOrganizationOfToken, listContactTokens } from '../../db/tables/contact-tokens.ts';
import { findContactByUsername } from '../../db/tables/contacts.ts';
import { refuse } from '../../domain/errors.ts';
import { tokenState } from '../../domain/messaging/token-state.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';
import type { Action, Command, Given, Option } from './command.ts';
import { withDatabase } from './open-database.ts';
import { formatInstant, formatTable } from './table.ts';

const organizationOption: Option = {
  name: 'organization',
  value: 'vanity or id',
  help: 'the organization; without it the only one',
};

const mostListed = 1_000;

const list: Action = {
  name: 'list',
  summary: 'Lists tokens of contacts for /v1, also those that no longer work; never a secret',
  options: [
    { name: 'username', value: 'text', help: 'only those of this contact' },
    organizationOption,
  ],
  run: ({ texts }, surroundings) =>
    withDatabase(surroundings, async ({ knex }) => {
      const organization = await chooseOrganization(knex, texts['organization']);
      const { username } = texts;
      const contact =
        username === undefined
          ? undefined
          : ((await findContactByUsername(knex, organization.id, username)) ??
            refuse('not_found', `There is no contact with the username '${username}'.`));
      const page = { after: undefined, limit: mostListed, offset: 0 };
      const stored = await listContactTokens(knex, organization.id, contact?.id, page);
      const now = surroundings.clock.now();
      const tokens = stored.map((token) => ({ ...token, state: tokenState(token, now) }));
      const heads = ['ID', 'USERNAME', 'CREATED', 'LAST USED', 'EXPIRES', 'STATE'];
      const rows = tokens.map((token) => [
        token.id,
        token.username,
        formatInstant(token.createdAt),
        formatInstant(token.lastUsedAt),
        formatInstant(token.expiresAt),
        token.state,
      ]);
      return {
        text: rows.length === 0 ? 'There are no tokens.' : formatTable(heads, rows),
        json: { organizationId: organization.id, tokens },
      };
    }),
};

const create: Action = {
  name: 'create',
  summary: 'Makes a token of a contact and prints it once; with --phone also the contact',
  options: [
    { name: 'username', value: 'text', help: 'the contact', required: true },
    {
      name: 'phone',
      value: 'number',
      help: 'its phone number; makes the contact if there is none',
    },
    { name: 'expires', value: 'date-time', help: 'when it stops working (ISO 8601)' },
    organizationOption,
  ],
  run: (given, surroundings) =>
    withDatabase(surroundings, async (database) => {
      const { texts } = given;
      const organization = await chooseOrganization(database.knex, texts['organization']);
      const now = surroundings.clock.now();
      const contact = await findOrMakeContact(database, organization.id, given, now);
      const { tokenId, token } = await createToken(database, {
        organizationId: organization.id,
        contactId: contact.id,
        expiresAt: readExpiry(texts['expires']),
        createdBy: 'system',
        now,
      });
      return {
        text: `Token of ${contact.username} (shown only this once: keep it): ${token}\nIts id, to revoke it: ${tokenId}`,
        json: { tokenId, organizationId: organization.id, contactId: contact.id, token },
      };
    }),
};

async function findOrMakeContact(
  database: Database,
  organizationId: OrganizationId,
  { texts }: Given,
  now: Date,
): Promise<{ id: string; username: string }> {
  const { username = '', phone } = texts;
  const found = await findContactByUsername(database.knex, organizationId, username);
  if (found) return found;
  if (phone === undefined) {
    refuse('not_found', `There is no contact '${username}'; --phone <number> makes it.`);
  }
  return createContact(database, {
    principal: {
      organizationId,
      name: 'system',
      scope: 'organization',
      teamId: undefined,
      email: undefined,
    },
    wish: { username, phone_number: phone },
    now,
  });
}

function readExpiry(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date;
  return refuse('bad_request', `--expires ${text} is no date, e.g. 2027-01-31T12:00:00Z.`);
}

const revoke: Action = {
  name: 'revoke',
  summary: 'Ends a token for good; requests with it are refused from now on',
  options: [],
  arguments: [{ name: 'id', help: 'the id that tokens list shows' }],
  run: ({ arguments: [id = ''] }, surroundings) =>
    withDatabase(surroundings, async (database) => {
      const organizationId = isUuid(id) && (await findOrganizationOfToken(database.knex, id));
      if (!organizationId)
        return refuse(
          'not_found',
          `There is no token with the id '${id}'; tokens list shows them.`,
        );
      const now = surroundings.clock.now();
      await revokeToken(database, { organizationId, tokenId: id, revokedBy: 'system', now });
      return { text: `Token ${id} is revoked.`, json: { id, organizationId, state: 'revoked' } };
    }),
};

export const tokens: Command = {
  name: 'tokens',
  summary: 'Lists, makes and revokes tokens of contacts for the messaging interface',
  actions: [list, create, revoke],
};
