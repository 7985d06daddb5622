import type { Locator, Page } from 'playwright-core';
import type { TestApi } from '../http/api.ts';

/** The messages of the open conversation. */
export const logOf = (page: Page): Locator => page.getByRole('log');

/** Sends a message in the open conversation. */
export async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to / }).fill(text);
  await page.keyboard.press('Enter');
}

/** Begins a conversation by clicks; the other people have signed in before. Returns its id. */
export async function begin(page: Page, ...people: string[]): Promise<string> {
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  for (const each of people) await page.getByRole('checkbox', { name: each }).check();
  if (people.length > 1) await page.getByLabel('Name of the group').fill('Shop data');
  await page.getByRole('button', { name: /^Begin (conversation|group)$/ }).click();
  await page.waitForURL(/\/messages\/\w{16}$/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Stores, without commands, `count` messages of two members in turn, one a minute and read by all: `Message 1` and so on. */
export async function storeMessages(
  { database: { knex }, organizationId }: TestApi,
  conversationId: string,
  count: number,
): Promise<void> {
  const statements = [
    `insert into messages (organization_id, id, position, created_at, conversation_id, contact_id, message)
      select c.organization_id, lpad(n::text, 16, '0'), h.position + n, now() - (:count - n) * interval '1 minute', c.id,
        case when n % 2 = 0 then c.first_contact_id else c.second_contact_id end,
        'Message ' || n || repeat(' and more words', (n % 7) * 4)
      from conversations c join messaging_heads h on h.organization_id = c.organization_id, generate_series(1, :count) n
      where c.organization_id = :organizationId and c.id = :conversationId`,
    `update conversations c set message_count = message_count + :count, last_position = h.position + :count
      from messaging_heads h
      where h.organization_id = c.organization_id and c.organization_id = :organizationId and c.id = :conversationId`,
    `update conversation_members set read_count = read_count + :count
      where organization_id = :organizationId and conversation_id = :conversationId`,
    `insert into message_reads (organization_id, message_id, contact_id, read_at)
      select m.organization_id, m.id, o.contact_id, now() from messages m
      join conversation_members o on o.organization_id = m.organization_id and o.conversation_id = m.conversation_id
      join messaging_heads h on h.organization_id = m.organization_id and m.position > h.position
      where m.organization_id = :organizationId and m.conversation_id = :conversationId and o.contact_id <> m.contact_id`,
    'update messaging_heads set position = position + :count where organization_id = :organizationId',
  ];
  await knex.transaction(async (trx) => {
    for (const statement of statements) {
      await trx.raw(statement, { organizationId, conversationId, count });
    }
  });
}
