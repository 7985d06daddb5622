import { explain } from '../../../api/http/errors/errors.ts';
import { documentKinds } from '../../../domain/kinds/index.ts';
import { startApi } from '../../support/http/api.ts';
import type { SendOptions, TestAnswer, TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { newConversation, newPerson } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { registerStubSource } from '../../support/fakes/stub-source.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let page: Record<string, string>;
let person: string;
let ada: Person;
let conversation: string;
let message: string;
registerStubSource();
beforeAll(async () => {
  api = await startApi();
  page = { ...(await signIn(api)), prefer: 'respond-async' };
  person = (await api.newKey('user', { email: 'ada@example.com' })).text;
  await send('PUT', '/api/teams/checkout', { body: team('checkout') });
  ada = await newPerson(api, 'Ada');
  const bo = await newPerson(api, 'Bo');
  conversation = await newConversation(api, ada, bo);
  const body = { conversation_id: conversation, message: 'Hello' };
  message = (await ada.send('POST', '/v1/messages', { body })).json.id;
  contactId = (await newPerson(api, 'Cy')).id;
  await api.database.knex.raw('delete from contact_tokens where contact_id = ?', [contactId]);
});
afterAll(() => api.stop());

let contactId: string;
const send = (method: string, path: string, options?: SendOptions) =>
  api.send(method, path, options);

const namespaces = '/api/semantics/experimental/namespaces';
const integration = {
  name: 'x',
  source: 'stub',
  owningTeamExternalId: null,
  configuration: {},
  credentials: {},
};
const asset = (id: string) => ({ id, info: { name: 'x', source: 'y', type: 'table' } });
const ui = (method: string, path: string, body?: object) =>
  send(method, path, { key: null, headers: page, body });

const putTeam = () => send('PUT', '/api/teams/doomed', { body: team('doomed') });
const putProduct = () =>
  send('PUT', '/api/dataproducts/doomed', { body: product('doomed', ['orders']) });
const putAsset = () => send('PUT', '/api/assets/doomed', { body: asset('doomed') });
const putNamespace = () => send('PUT', `${namespaces}/doomed`, { body: { name: 'x' } });
const putIntegration = () => ui('PUT', '/ui/integrations/doomed', integration);
const putTag = () => send('PUT', '/api/tags/doomed', { body: { id: 'doomed', info: {} } });
const putWebhook = () =>
  send('PUT', '/api/webhooks/doomed', {
    body: { url: 'https://receiver.example.com/x', events: ['*'] },
  });
const nothing = () => Promise.resolve(undefined);
const document = (kind: string) => `delete from documents where kind = '${kind}' and id = 'doomed'`;

type Case = {
  what: string;
  /** Makes what is deleted. */
  make: () => Promise<TestAnswer | undefined>;
  deletion: string | (() => string);
  request: () => Promise<TestAnswer>;
  expected: [status: number, code: string | undefined];
};

const cases: Case[] = [
  {
    what: 'the plan of an integration',
    make: putIntegration,
    deletion: `delete from integrations where id = 'doomed'`,
    request: () => ui('POST', '/ui/integrations/doomed/plan'),
    expected: [404, 'not_found'],
  },
  {
    what: 'the test of its connection',
    make: putIntegration,
    deletion: `delete from integrations where id = 'doomed'`,
    request: () => ui('POST', '/ui/integrations/doomed/test-connection'),
    expected: [404, 'not_found'],
  },
  {
    what: 'its run',
    make: putIntegration,
    deletion: `delete from integrations where id = 'doomed'`,
    request: () => ui('POST', '/ui/integrations/doomed/run'),
    expected: [404, 'not_found'],
  },
  {
    what: 'a branch of a namespace',
    make: putNamespace,
    deletion: `delete from namespaces where id = 'doomed'`,
    request: () => send('PUT', `${namespaces}/doomed/branches/mine`),
    expected: [404, 'not_found'],
  },
  {
    what: 'a namespace of a team',
    make: putTeam,
    deletion: document('team'),
    request: () => send('PUT', `${namespaces}/theirs`, { body: { name: 'x', team: 'doomed' } }),
    expected: [422, 'unknown_reference'],
  },
  {
    what: 'a notification channel of a team',
    make: putTeam,
    deletion: document('team'),
    request: () =>
      send('PUT', '/api/teams/doomed/notification-channels/x', {
        body: { name: 'x', type: 'slack', endpoint: 'https://hooks.example.com/x', enabled: true },
      }),
    expected: [404, 'not_found'],
  },
  {
    what: 'a connection of a team',
    make: putTeam,
    deletion: document('team'),
    request: () =>
      send('PUT', '/api/teams/doomed/connections/x', {
        body: {
          serverType: 'postgres',
          place: 'db.example.com',
          credentials: { USERNAME: 'x', PASSWORD: 'y' },
        },
      }),
    expected: [404, 'not_found'],
  },
  {
    what: 'a contract of a team',
    make: putTeam,
    deletion: document('team'),
    request: () =>
      send('PUT', '/api/datacontracts/theirs', {
        body: { ...contract('theirs'), team: { name: 'doomed' } },
      }),
    expected: [422, 'ownership_missing'],
  },
  {
    what: 'an integration of a team',
    make: putTeam,
    deletion: document('team'),
    request: () =>
      ui('PUT', '/ui/integrations/theirs', { ...integration, owningTeamExternalId: 'doomed' }),
    expected: [422, 'unknown_reference'],
  },
  {
    what: 'the costs of a data product',
    make: putProduct,
    deletion: document('data-product'),
    request: () =>
      send('POST', '/api/costs', {
        body: {
          dataProductId: 'doomed',
          name: 'x',
          amount: 1,
          currency: 'EUR',
          yearMonth: '2026-01',
        },
      }),
    expected: [422, 'unknown_reference'],
  },
  {
    what: 'a star for it',
    make: putProduct,
    deletion: document('data-product'),
    request: () => send('PUT', '/api/dataproducts/doomed/star', { key: person }),
    expected: [404, 'not_found'],
  },
  {
    what: 'an asset of it',
    make: async () => {
      await putAsset();
      return putProduct();
    },
    deletion: document('data-product'),
    request: () => send('PUT', '/api/assets/doomed/assignments/doomed'),
    expected: [422, 'unknown_reference'],
  },
  {
    what: 'a tag of an asset',
    make: async () => {
      await putTag();
      return putAsset();
    },
    deletion: document('asset'),
    request: () => send('PUT', '/api/assets/doomed/assigned-tags/doomed'),
    expected: [404, 'not_found'],
  },
  {
    what: 'a report on an access',
    make: async () => {
      await send('PUT', '/api/dataproducts/kept', { body: product('kept', ['orders']) });
      return send('PUT', '/api/access/doomed', {
        body: {
          info: { purpose: 'x' },
          provider: { dataProductId: 'kept', outputPortId: 'port-0' },
          consumer: { teamId: 'checkout' },
        },
      });
    },
    deletion: `delete from access where id = 'doomed'`,
    request: () => send('POST', '/api/access/doomed/provisioning/provisioning-started'),
    expected: [404, 'not_found'],
  },
  {
    what: 'the test of a webhook',
    make: putWebhook,
    deletion: `delete from webhooks where id = 'doomed'`,
    request: () => send('POST', '/api/webhooks/doomed/test'),
    expected: [404, 'not_found'],
  },
  {
    what: 'a token of a contact',
    make: nothing,
    deletion: () => `delete from contacts where id = '${contactId}'`,
    request: () => send('POST', '/api/messaging/tokens', { body: { contactId } }),
    expected: [422, 'unknown_reference'],
  },
  {
    what: 'a reaction to a message',
    make: nothing,
    deletion: () => `delete from messages where id = '${message}'`,
    request: () =>
      ada.send('PUT', `/v1/messages/${message}`, { body: { reactions: { up: ['Ada'] } } }),
    expected: [404, undefined],
  },
  {
    what: 'a message of a conversation',
    make: nothing,
    deletion: () => `delete from conversations where id = '${conversation}'`,
    request: () =>
      ada.send('POST', '/v1/messages', {
        body: { conversation_id: conversation, message: 'x' },
      }),
    expected: [404, undefined],
  },
];

async function someoneWaits(): Promise<boolean> {
  const { rows } = await api.database.knex.raw(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

it.each(cases.map((one): [string, Case] => [one.what, one]))(
  'refuses %s that is deleted between the look and the write',
  async (_what, { make, deletion, request, expected }) => {
    const made = await make();
    if (made) expect([made.status < 300, made.text]).toEqual([true, made.text]);
    const answer = await api.database.knex.transaction(async (tx) => {
      await tx.raw(typeof deletion === 'string' ? deletion : deletion());
      const answered = request();
      let isAnswered = false;
      void answered.then(() => (isAnswered = true));
      await until('the request waits for the deletion', async () => {
        expect(isAnswered).toBe(false);
        return someoneWaits();
      });
      return { answered };
    });
    const { status, json, text } = await answer.answered;
    expect([status, json.code, text]).toEqual([...expected, text]);
    expect(text).not.toMatch(/constraint|foreign|violat/);
  },
);

it('answers the violation of every foreign key, and says what was deleted', async () => {
  const { rows } = await api.database.knex.raw<{ rows: { name: string; parent: string }[] }>(
    `select conname as name, confrelid::regclass::text as parent
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1`,
  );
  expect(rows.length).toBeGreaterThan(60);
  const documents = ['document', 'owning team', ...documentKinds.map(({ title }) => title)];
  for (const { name, parent } of rows) {
    const { status, code, detail } = explain({ code: '23503', constraint: name });
    expect([name, status, code]).toEqual([
      name,
      { not_found: 404, concurrent_change: 409, unknown_reference: 422 }[code],
      expect.stringMatching(/^(not_found|concurrent_change|unknown_reference)$/),
    ]);
    const [, noun = ''] = /^The (.+?)(?: in the request)? was /.exec(detail) ?? [];
    // `ingestion run` of ingestion_runs, `branch` of ontology_branches, `person` of people.
    const words = noun === 'person' ? ['people'] : noun.toLowerCase().split(' ');
    if (parent === 'documents') expect(documents).toContain(noun);
    else expect([name, parent]).toEqual([name, expect.stringContaining(words.join('_'))]);
  }
  // A key that the table does not know is a fault of ours until somebody has thought of it.
  expect(explain({ code: '23503', constraint: 'new_key' }).status).toBe(500);
  expect(explain({ code: '23505', constraint: 'costs_product' }).status).toBe(500);
});
