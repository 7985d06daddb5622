import { createSignInLink } from '../../commands/sessions/create-sign-in-link.ts';
import { printedLinkMinutes } from '../../domain/organizations/sign-in-code.ts';
import { dataFolderOf } from '../find-installation.ts';
import { readConnectionFile } from '../servers/connection-file.ts';
import type { Command, CommandContext } from './command.ts';
import { loadSettings, withDatabase } from './open-database.ts';
import { organizationOption, organizationToRead } from './organization-option.ts';

/** PUBLIC_URL, else the address of the bin/start that runs on the data folder. */
function publicUrlOf(context: CommandContext): string {
  const { env, rootDir } = context;
  const running = readConnectionFile(dataFolderOf(env, rootDir));
  return env['PUBLIC_URL'] || running === undefined
    ? loadSettings(context).publicUrl
    : running.address;
}

export const signIn: Command = {
  name: 'sign-in',
  summary:
    'Prints a link that signs an administrator, or a person of a team, in to the web UI once',
  actions: [
    {
      summary: `Prints a link that signs the local administrator in to the web UI once, within ${printedLinkMinutes} minutes; the local administrator has the rights of an Owner`,
      options: [
        organizationOption,
        {
          name: 'email',
          value: 'address',
          help: 'a person of a team, in place of the administrator',
        },
      ],
      run: (given, context) =>
        withDatabase(context, async ({ knex }) => {
          const { organization, note } = await organizationToRead(knex, given);
          const { link, expiresAt } = await createSignInLink(knex, {
            organizationId: organization.id,
            email: given.texts['email'],
            publicUrl: publicUrlOf(context),
          });
          return {
            text: `${note}Sign in  ${link}\nThe link works once, within ${printedLinkMinutes} minutes.`,
            json: { organizationId: organization.id, link, expiresAt: expiresAt.toISOString() },
          };
        }),
    },
  ],
};
