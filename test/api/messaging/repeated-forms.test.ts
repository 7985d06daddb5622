import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { invalidRequest, newTalk } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';

let api: TestApi;
let kate: Person;
let kevin: Person;
let conversation: string;
beforeAll(async () => {
  api = await startApi();
  ({ kate, kevin, conversation } = await newTalk(api));
});
afterAll(() => api.stop());

const messages = async (text: string): Promise<string[]> => {
  const { json } = await kate.send('GET', '/v1/messages?limit=100');
  const found = json.data.filter(({ message }: { message: string }) => message === text);
  return found.map(({ id }: { id: string }) => id);
};

function form(fields: Record<string, string>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  return made;
}

/** A message as multipart/form-data with this boundary. */
const parts = (boundary: string, message: string): string =>
  [
    `--${boundary}`,
    'Content-Disposition: form-data; name="conversation_id"',
    '',
    conversation,
    `--${boundary}`,
    'Content-Disposition: form-data; name="message"',
    '',
    message,
    `--${boundary}--`,
    '',
  ].join('\r\n');

describe('a form of multipart/form-data that is sent again with its Idempotency-Key', () => {
  const post = (path: string, fields: Record<string, string>, key: string) =>
    kate.sendForm('POST', path, form(fields), { 'idempotency-key': key });
  const postParts = (contentType: string, body: string, key: string) =>
    kate.send('POST', '/v1/messages', {
      body,
      headers: { 'content-type': contentType, 'idempotency-key': key },
    });
  const reused = () => [400, invalidRequest(api, /already used for a different request/)];

  it('stores one message, although clients invent a boundary for each request', async () => {
    const fields = { conversation_id: conversation, message: 'Once, by parts' };
    const first = await post('/v1/messages', fields, 'once');
    const second = await post('/v1/messages', fields, 'once');
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).toBe(first.text);
    expect(await messages('Once, by parts')).toEqual([first.json.id]);
    const other = await post('/v1/messages', { ...fields, message: 'Another' }, 'once');
    expect([other.status, other.json]).toEqual(reused());
    expect(await messages('Another')).toEqual([]);
  });

  it('makes one group', async () => {
    const fields = { name: 'Neighbours', 'contacts[]': kevin.id };
    const first = await post('/v1/groups', fields, 'group');
    const second = await post('/v1/groups', fields, 'group');
    expect([first.status, second.text]).toEqual([200, first.text]);
  });

  it('is known by a boundary in quotes, and only by what stands between parts', async () => {
    const quoted = 'multipart/form-data; charset=utf-8; Boundary="a b:c"';
    const plain = 'multipart/form-data; boundary=xyz';
    const first = await postParts(quoted, parts('a b:c', 'Quoted'), 'quoted');
    const second = await postParts(plain, parts('xyz', 'Quoted'), 'quoted');
    expect([first.status, second.text]).toEqual([200, first.text]);
    const one = await postParts(quoted, parts('a b:c', 'see --a b:c'), 'inside');
    const other = await postParts(plain, parts('xyz', 'see --xyz'), 'inside');
    expect([one.status, other.status, other.json]).toEqual([200, ...reused()]);
  });
});
