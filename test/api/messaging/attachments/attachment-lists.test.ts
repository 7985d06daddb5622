import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { detach, replaceAttachments } from '../../../../commands/messages/attach-to-message.ts';
import { listAttachmentsOf } from '../../../../db/tables/messaging/attachments.ts';
import { transactMessaging } from '../../../../db/tables/messaging/messaging-heads.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { attachToNewMessage, upload } from '../../../support/builders/messaging/attachments.ts';
import { newConversation, newPerson } from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';

let api: TestApi;
let kate: Person;
let kevin: Person;
let buzz: Person;
beforeAll(async () => {
  api = await startApi();
  [kate, kevin, buzz] = await Promise.all([
    newPerson(api, 'KateMcCallister'),
    newPerson(api, 'Kevin'),
    newPerson(api, 'Buzz'),
  ]);
});
afterAll(() => api.stop());

const url = (name: string) => ({ file_url: `https://example.com/${name}` });
const namesOf = (json: { data: { filename: string }[] }) => json.data.map((each) => each.filename);

/** Runs work on a message as a command would. */
function change<T>(
  person: Person,
  message: { id: string; conversationId: string },
  work: (
    tx: Parameters<Parameters<typeof transactMessaging>[2]>[0],
    context: Parameters<typeof detach>[1],
  ) => Promise<T>,
): Promise<T> {
  const { organizationId } = person;
  const caller = { organizationId, contact: person };
  const context = { caller, message, requestId: undefined, now: new Date(), publicUrl: 'http://x' };
  return transactMessaging(api.database, organizationId, (tx) => work(tx, context));
}

describe('GET /v1/attachments', () => {
  it('lists newest first, with cursors in both directions, of all conversations or of one', async () => {
    const [withKevin, withBuzz] = [
      await newConversation(api, kate, kevin),
      await newConversation(api, kate, buzz),
    ];
    for (const [index, conversation] of [withKevin, withBuzz, withKevin, withBuzz].entries()) {
      await attachToNewMessage(api, kate, conversation, [url(`${index}a`), url(`${index}b`)]);
    }
    await kate.send('POST', '/v1/attachments', { body: url('own') });
    await kevin.send('POST', '/v1/attachments', { body: url('other') });
    const list = async (query: string, person = kate) =>
      (await person.send('GET', `/v1/attachments?${query}`)).json;
    const all = ['own', '3b', '3a', '2b', '2a', '1b', '1a', '0b', '0a'];
    expect(await list('')).toMatchObject({ has_more: false });
    expect(namesOf(await list(''))).toEqual(all);
    expect(namesOf(await list('', kevin))).toEqual(['other', '2b', '2a', '0b', '0a']);
    const walked: string[] = [];
    let cursor = '';
    for (let more = true; more;) {
      const page = await list(`limit=2${cursor}`);
      walked.push(...namesOf(page));
      cursor = `&starting_after=${page.data.at(-1).id}`;
      more = page.has_more;
    }
    expect(walked).toEqual(all);
    const { data } = await list('');
    const before = await list(`limit=2&ending_before=${data[4].id}`);
    expect(before).toEqual({ has_more: true, data: [data[2], data[3]] });
    const one = `conversation_id=${withKevin}`;
    expect(namesOf(await list(one))).toEqual(['2b', '2a', '0b', '0a']);
    expect(namesOf(await list(`${one}&limit=1&ending_before=${data[8].id}`))).toEqual(['0b']);
    for (const query of [
      `${one}&starting_after=${data[1].id}`,
      'starting_after=unknown',
      `starting_after=${(await list('', kevin)).data[0].id}`,
      'limit=0',
    ]) {
      expect((await kate.send('GET', `/v1/attachments?${query}`)).status).toBe(400);
    }
    expect((await buzz.send('GET', `/v1/attachments?${one}`)).status).toBe(404);
  });
});

describe('"a message can carry attachments"', () => {
  it('takes ids, objects with ids and files that lie elsewhere, in their order', async () => {
    const conversation = await newConversation(api, kevin, buzz);
    const [one, two] = [(await upload(kevin, '1')).json, (await upload(kevin, '2')).json];
    const message = await attachToNewMessage(api, kevin, conversation, [
      two.id,
      { ...url('x.png'), file_type: 'image/png', file_size: '7' },
      one,
    ]);
    const { organizationId } = kevin;
    const stored = await listAttachmentsOf(api.database.knex, organizationId, [message.id]);
    expect(stored.get(message.id)).toEqual(message.attachments);
    expect(message.attachments).toMatchObject([
      { id: two.id, messageId: message.id },
      { filename: 'x.png', fileType: 'image/png', fileSize: 7, messageId: message.id },
      { id: one.id, messageId: message.id },
    ]);
    const place = { id: message.id, conversationId: conversation };
    const replaced = await change(kevin, place, (tx, context) =>
      replaceAttachments(tx, context, [{ id: one.id }, url('y'), { id: two.id }]),
    );
    expect(replaced.map((each) => each.filename)).toEqual(['file.bin', 'y', 'file.bin']);
    const after = await listAttachmentsOf(api.database.knex, organizationId, [message.id]);
    expect(after.get(message.id)?.map(({ id }) => id)).toEqual(replaced.map(({ id }) => id));
    await change(kevin, place, (tx, context) => detach(tx, context, replaced));
    const none = await listAttachmentsOf(api.database.knex, organizationId, [message.id]);
    expect(none.size).toBe(0);
    expect((await kevin.send('GET', `/v1/attachments/${one.id}`)).status).toBe(404);
  });

  it('refuses what is not the own, not there, on another message, or no list of at most 20', async () => {
    const conversation = await newConversation(api, kate, await newPerson(api, 'Marv'));
    const used = (await upload(kate, 'x')).json.id;
    await attachToNewMessage(api, kate, conversation, [used]);
    const others = (await upload(kevin, 'x')).json.id;
    const deleted = (await upload(kate, 'x')).json.id;
    await kate.send('DELETE', `/v1/attachments/${deleted}`);
    const mine = (await upload(kate, 'x')).json.id;
    const wishes = [
      [others],
      [deleted],
      ['unknown'],
      [mine, { id: mine }],
      [7],
      [null],
      [{}],
      [{ id: 7 }],
      [{ ...url('x'), __proto__: undefined, constructor: 'x' }],
      [{ ...url('x'), message_id: 'x' }],
      [{ file_url: '//example.com' }],
      { 1: mine },
      'x',
      null,
      Array.from({ length: 21 }, () => url('x')),
    ];
    for (const wish of wishes) {
      await expect(attachToNewMessage(api, kate, conversation, wish)).rejects.toMatchObject({
        code: 'invalid_body',
        message: expect.stringMatching(/attachment/),
      });
    }
    const body = { conversation_id: conversation, message: 'x', attachments: [used] };
    const { status, json } = await kate.send('POST', '/v1/messages', { body });
    const reason = `The attachment '${used}' already belongs to another message; upload the file again.`;
    expect([status, json.message]).toEqual([409, reason]);
    const most = Array.from({ length: 20 }, (_, index) => url(String(index)));
    const full = await attachToNewMessage(api, kate, conversation, [...most.slice(1), mine]);
    expect(full.attachments.length).toBe(20);
  });
});

it('takes what curl uploads and gives it back', async () => {
  const curl = async (...rest: string[]) => {
    const authorization = `authorization: Bearer ${kate.token}`;
    const run = promisify(execFile);
    return (await run('curl', ['-sS', '-H', authorization, ...rest])).stdout;
  };
  const address = `${api.address}/v1/attachments`;
  const made = JSON.parse(await curl('-F', 'file=@package.json;type=image/png', address));
  expect(made).toMatchObject({ filename: 'package.json', file_type: 'text/plain' });
  expect(JSON.parse(await curl(made.file_url))).toMatchObject({ name: 'concordat' });
  const linked = JSON.parse(
    await curl('--data-urlencode', 'file_url=https://example.com/%C3%BC?a=b&c', address),
  );
  expect(linked).toMatchObject({ filename: 'ü', file_url: 'https://example.com/%C3%BC?a=b&c' });
});
