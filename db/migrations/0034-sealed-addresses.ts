import type { Knex } from 'knex';

/**
 * Addresses of webhooks and chats are credentials. Their bodies become texts, so that they can be sealed; this
 * step has no key, so they stay plain until `sealPlainSecrets` runs. Values that are needed without the key get
 * separate columns.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `alter table notification_channels add column type text, add column enabled boolean`,
  );
  await knex.raw(
    `update notification_channels set type = body ->> 'type', enabled = (body ->> 'enabled')::boolean`,
  );
  await knex.raw(`alter table notification_channels
    alter column type set not null, alter column enabled set not null, alter column body type text using body::text`);
  await knex.raw(
    `comment on column notification_channels.type is 'Which chat: slack, teams or googlechat'`,
  );
  await knex.raw(
    `comment on column notification_channels.enabled is 'Whether it is told of changes'`,
  );
  await knex.raw(
    `comment on column notification_channels.body is 'The channel as sent, as JSON; sealed under SECRET_KEY'`,
  );
  await knex.raw(
    `alter table webhooks drop column url, alter column body type text using body::text`,
  );
  await knex.raw(
    `comment on column webhooks.body is 'The webhook as sent, as JSON without its secret; sealed under SECRET_KEY'`,
  );
}
