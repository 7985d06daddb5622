import { createContact } from '../../commands/contacts/create-contact.ts';
import { createToken } from '../../commands/tokens/create-token.ts';
import { revokeToken } from '../../commands/tokens/revoke-token.ts';
import type { Database } from '../../db/connect.ts';
import {
  findOrganizationOfToken,
  listContactTokens,
} from '../../db/tables/messaging/contact-tokens.ts';
import { findContactByUsername } from '../../db/tables/messaging/contacts.ts';
import { refuse } from '../../domain/errors.ts';
import { tokenState } from '../../domain/messaging/token-state.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';
import type { Action, Command, Given } from './command.ts';
import { withDatabase } from './open-database.ts';
import {
  organizationOption,
  organizationToRead,
  organizationToWrite,
} from './organization-option.ts';
import { formatInstant, formatTable } from './table.ts';

const maxListed = 1_000;

const list: Action = {
  name: 'list',
  summary: 'Lists tokens of contacts for /v1, including revoked and expired ones, without secrets',
  options: [
    { name: 'username', value: 'text', help: 'only tokens of this contact' },
    organizationOption,
  ],
  run: (given, context) =>
    withDatabase(context, async ({ knex }) => {
      const { organization, note } = await organizationToRead(knex, given);
      const { username } = given.texts;
      const contact =
        username === undefined
          ? undefined
          : ((await findContactByUsername(knex, organization.id, username)) ??
            refuse('not_found', `There is no contact with the username '${username}'.`));
      const page = { after: undefined, limit: maxListed, offset: 0 };
      const stored = await listContactTokens(knex, organization.id, contact?.id, page);
      const now = context.clock.now();
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
        text: `${note}${rows.length === 0 ? 'There are no tokens.' : formatTable(heads, rows)}`,
        json: { organizationId: organization.id, tokens },
      };
    }),
};

const create: Action = {
  name: 'create',
  summary: 'Creates a token of a contact and prints it once; with --phone also the contact',
  options: [
    { name: 'username', value: 'text', help: 'the contact', required: true },
    {
      name: 'phone',
      value: 'number',
      help: 'phone number; creates the contact if it does not exist',
    },
    { name: 'expires', value: 'date-time', help: 'expiry of the token (ISO 8601)' },
    organizationOption,
  ],
  run: (given, context) =>
    withDatabase(context, async (database) => {
      const { texts } = given;
      const { organization } = await organizationToWrite(database.knex, given);
      const now = context.clock.now();
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
    refuse(
      'not_found',
      `There is no contact '${username}'; create the contact with --phone <number>.`,
    );
  }
  return createContact(database, {
    principal: {
      organizationId,
      name: 'system',
      scope: 'organization',
      teamId: undefined,
      email: undefined,
    },
    body: { username, phone_number: phone },
    now,
  });
}

function readExpiry(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date;
  return refuse('bad_request', `--expires ${text} is not a date such as 2027-01-31T12:00:00Z.`);
}

const revoke: Action = {
  name: 'revoke',
  summary: 'Revokes a token; further requests with it are refused',
  options: [],
  arguments: [{ name: 'id', help: 'id from tokens list' }],
  run: ({ arguments: [id = ''] }, context) =>
    withDatabase(context, async (database) => {
      const organizationId = isUuid(id) && (await findOrganizationOfToken(database.knex, id));
      if (!organizationId)
        return refuse(
          'not_found',
          `There is no token with the id '${id}'; list tokens with npm run tokens -- list.`,
        );
      const now = context.clock.now();
      await revokeToken(database, { organizationId, tokenId: id, revokedBy: 'system', now });
      return { text: `Token ${id} is revoked.`, json: { id, organizationId, state: 'revoked' } };
    }),
};

export const tokens: Command = {
  name: 'tokens',
  summary: 'Lists, creates and revokes tokens of contacts for the messaging interface',
  actions: [list, create, revoke],
};
