import { createOrganization } from '../../commands/organizations/create-organization.ts';
import { listOrganizations } from '../../db/tables/organizations/organizations.ts';
import type { Action, Command } from './command.ts';
import { withDatabase } from './open-database.ts';
import { formatInstant, formatTable } from './table.ts';

const list: Action = {
  name: 'list',
  summary: 'Lists the organizations of this installation',
  options: [],
  run: (_given, context) =>
    withDatabase(context, async ({ knex }) => {
      const organizations = await listOrganizations(knex);
      const rows = organizations.map(({ id, vanity, name, createdAt }) => [
        id,
        vanity,
        name,
        formatInstant(createdAt),
      ]);
      return {
        text:
          rows.length === 0
            ? 'There are no organizations yet.'
            : formatTable(['ID', 'VANITY', 'NAME', 'CREATED'], rows),
        json: { organizations },
      };
    }),
};

const create: Action = {
  name: 'create',
  summary: 'Creates an organization and its first key, which is printed once',
  options: [
    { name: 'name', value: 'text', help: 'name for people', required: true },
    {
      name: 'vanity',
      value: 'name',
      help: 'short name in web addresses: 1 to 63 lower-case letters, digits and dashes',
      required: true,
    },
    { name: 'no-key', help: 'create no key' },
  ],
  run: ({ texts, flags }, context) =>
    withDatabase(context, async (database) => {
      const { name = '', vanity = '' } = texts;
      const { id, key } = await createOrganization(database, {
        name,
        vanity,
        withKey: !flags['no-key'],
        createdBy: 'system',
        now: context.clock.now(),
      });
      const shown = key && `API key (shown only this once: keep it): ${key.text}`;
      return {
        text: [`Organization ${vanity} has the id ${id}.`, shown].filter(Boolean).join('\n'),
        json: { id, name, vanity, ...(key && { keyId: key.id, key: key.text }) },
      };
    }),
};

export const organizations: Command = {
  name: 'organizations',
  summary: 'Lists and creates organizations',
  actions: [list, create],
};
