import { webAddressText } from '../../../domain/validation/web-address.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { newTalk } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';

let api: TestApi;
let kate: Person;
let conversation: string;
beforeAll(async () => {
  api = await startApi();
  ({ kate, conversation } = await newTalk(api));
});
afterAll(() => api.stop());

const post = async (path: string, body: object) =>
  (await kate.send('POST', `/v1/${path}`, { body })).json;

it.each(['HTTPS://example.com/a.pdf', 'Http://EXAMPLE.com/a.pdf'])(
  'an address is taken and answered as it was written, whatever the case of its scheme: %s',
  async (address) => {
    expect(await post('attachments', { file_url: address })).toMatchObject({
      file_url: address,
      filename: 'a.pdf',
    });
    const said = {
      conversation_id: conversation,
      message: 'See',
      attachments: [{ file_url: address }],
    };
    const { id, attachments } = await post('messages', said);
    expect(attachments).toMatchObject([{ file_url: address, filename: 'a.pdf' }]);
    const kept = await kate.send('PUT', `/v1/messages/${id}`, {
      body: { attachments: [{ file_url: address }] },
    });
    expect(kept.json.attachments).toEqual(attachments);
    const contact = { username: address.slice(0, 5), phone_number: '12345', avatar_url: address };
    expect(await post('contacts', contact)).toMatchObject({ avatar_url: address });
    expect(await post('groups', { name: 'x', avatar_url: address })).toMatchObject({
      avatar_url: address,
    });
    expect(address).toMatch(new RegExp(webAddressText.pattern ?? ''));
  },
);

it.each(['HTTPS:///a', 'HTTPS://kate:secret@example.com/a', 'FTP://example.com/a', 'HTTPSS://a'])(
  'what is no address with a host is refused in capitals, too: %s',
  async (address) => {
    const answer = await kate.send('POST', '/v1/attachments', { body: { file_url: address } });
    expect(answer.status).toBe(400);
  },
);
