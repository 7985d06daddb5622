import { access, fillForAccess } from '../builders/access.ts';
import type { SendOptions } from '../http/api.ts';
import { contract, team } from '../builders/contracts.ts';
import { line, ndjson } from '../builders/imports.ts';
import { newTalk } from '../builders/messaging/messaging.ts';
import type { Installation } from './installation.ts';

/** A kind of POST whose effects can be counted by a mark in each request. */
export type KeyedPost = {
  name: string;
  status: number;
  request: (mark: string) => [path: string, options: SendOptions];
  /** Effects of the POST with this mark; one POST may have several kinds of effects. */
  effects: (mark: string) => Promise<Record<string, number>>;
  /** True if a repetition answers with the remaining work, which differs from the first answer. */
  resumes?: boolean;
};

const once = (...names: string[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, 1]));

/** The effects of a POST that was done exactly once. */
export const doneOnce: Readonly<Record<string, Record<string, number>>> = {
  message: once('messages'),
  'access request': once('accesses', 'events'),
  'provisioning report': once('reports', 'mailed'),
  cost: once('costs'),
  'test request': once('runs'),
  import: once('created'),
};

/** Creates the resources for the POSTs, and returns one POST of each kind. */
export async function prepareKeyedPosts(ours: Installation): Promise<KeyedPost[]> {
  await fillForAccess(ours);
  const { kate, conversation } = await newTalk(ours);
  await ours.send('PUT', '/api/access/reported', { body: access('reported') });
  await ours.send('POST', '/api/access/reported/approve');
  const { knex } = ours.database;
  const count = async (sql: string, mark: string): Promise<number> => {
    const { rows } = await knex.raw<{ rows: { n: number }[] }>(
      `select count(*)::int as n from ${sql}`,
      [mark],
    );
    return rows[0]?.n ?? 0;
  };
  return [
    {
      name: 'message',
      status: 200,
      request: (message) => [
        '/v1/messages',
        {
          key: null,
          headers: { authorization: `Bearer ${kate.token}` },
          body: { conversation_id: conversation, message },
        },
      ],
      effects: async (mark) => ({ messages: await count('messages where message = ?', mark) }),
    },
    {
      name: 'access request',
      status: 201,
      request: (purpose) => [
        '/api/dataproducts/shop/outputports/port-0/request-access',
        { body: { purpose, consumer: { teamId: 'marketing' } } },
      ],
      effects: async (mark) => ({
        accesses: await count(`access where body->'info'->>'purpose' = ?`, mark),
        events: await count(
          `events e join access a on a.id = e.subject_id
            where e.type = 'AccessRequestedEvent' and a.body->'info'->>'purpose' = ?`,
          mark,
        ),
      }),
    },
    {
      name: 'provisioning report',
      status: 200,
      request: (message) => [
        '/api/access/reported/provisioning/provisioning-failed',
        { body: { message } },
      ],
      effects: async (mark) => ({
        reports: await count(`provisioning_reports where body->>'message' = ?`, mark),
        mailed: await count(
          `(select distinct r.id from provisioning_reports r join notifications n on n.cause_id = r.id::text where r.body->>'message' = ?) mailed`,
          mark,
        ),
      }),
    },
    {
      name: 'cost',
      status: 200,
      request: (name) => [
        '/api/costs',
        { body: { dataProductId: 'shop', name, amount: 1, currency: 'EUR' } },
      ],
      effects: async (mark) => ({
        costs: await count(`costs where body->>'name' = ?`, mark),
      }),
    },
    {
      name: 'test request',
      status: 202,
      // Each mark is a separate contract, and no worker runs the test.
      request: (id) => [`/api/datacontracts/${id}/test`, { headers: { prefer: 'respond-async' } }],
      effects: async (mark) => ({
        runs: await count('test_runs where data_contract_id = ?', mark),
      }),
    },
    {
      name: 'import',
      status: 200,
      resumes: true,
      request: (mark) => [
        '/api/import',
        { body: line('teams', team(mark)), headers: { ...ndjson } },
      ],
      effects: async (mark) => ({
        created: await count(`events where type = 'TeamCreatedEvent' and subject_id = ?`, mark),
      }),
    },
  ];
}

/** Stores the contract that a test request needs. */
export async function fileContract(ours: Installation, id: string): Promise<void> {
  const servers = [{ server: 'files', type: 'local', path: 'examples/none.csv', format: 'csv' }];
  await ours.send('PUT', `/api/datacontracts/${id}`, { body: contract(id, { servers }) });
}
