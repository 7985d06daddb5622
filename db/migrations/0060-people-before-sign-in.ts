import type { Knex } from 'knex';

/** Members of teams get messages before they sign in for the first time, so that they are stored as people earlier. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table people alter column signed_in_at drop not null');
  const comments = {
    'table people': 'People who have signed in to the web UI, and members who got a message before',
    'column people.email': 'E-mail address in lower case; verified by each sign-in',
    'column people.created_at': 'First sign-in, or when somebody first wrote to them',
    'column people.signed_in_at': 'Last sign-in; null before the first one',
  };
  for (const [what, comment] of Object.entries(comments)) {
    await knex.raw(`comment on ${what} is '${comment}'`);
  }
}
