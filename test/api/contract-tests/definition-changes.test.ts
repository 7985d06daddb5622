import { linkedSchema, putDefinition } from '../../support/builders/linked-definitions.ts';
import { fillLinks } from '../../../db/migrations/0018-semantics.ts';
import { contractLinkWords } from '../../../domain/kinds/document-links.ts';
import { untilQuiet } from '../../support/until-quiet.ts';
import { file, property, startScheduledTests } from '../../support/builders/scheduled-tests.ts';
import type { ScheduledTests } from '../../support/builders/scheduled-tests.ts';
import { product } from '../../support/builders/contracts.ts';

let tests: ScheduledTests;
beforeAll(async () => {
  tests = await startScheduledTests();
  tests.write('one', 'order_id,status\n1,placed\n');
});
afterAll(() => tests.stop());

const cron = property('testSchedule', '0 3 1 1 *');

async function changeDefinition(id: string, change: Record<string, unknown>): Promise<void> {
  expect((await putDefinition(tests.api, id, change)).status).toBe(200);
  await untilQuiet(tests.api);
}

async function putContract(
  id: string,
  definition: string,
  customProperties: object[] = [],
  own: Record<string, unknown> = {},
): Promise<void> {
  const schema = linkedSchema(`/definitions/${definition}`, own);
  const { status } = await tests.put(id, [file('one')], customProperties, { schema });
  expect(status).toBe(200);
}

const changesOf = async (id: string, query = '') =>
  tests.api.send('GET', `/api/datacontracts/${id}/changes${query}`);
const eventsOf = (id: string): Promise<{ type: string; data: string }[]> =>
  tests.api.database.knex('events').where({ subject_kind: 'data-contract', subject_id: id });

describe('a change of a definition', () => {
  it('is listed as a change of the contracts that link it, with its impact and who is concerned', async () => {
    await changeDefinition('checkout/state', {});
    await putContract('linking', 'checkout/state');
    await putContract('says-itself', 'checkout/state', [], {
      logicalType: 'string',
      logicalTypeOptions: { maxLength: 9 },
    });
    await tests.put('other', [file('one')]);
    await tests.api.send('PUT', '/api/dataproducts/shop', { body: product('shop', ['linking']) });
    await changeDefinition('checkout/state', { maxLength: 4 });
    expect((await changesOf('linking')).json).toEqual([
      {
        revision: 1,
        timestamp: expect.any(String),
        principal: expect.stringMatching(/^api-key:/),
        principalName: 'organization',
        definition: { id: 'checkout/state', revision: 2 },
        impact: 'major',
        fromVersion: '1.0.0',
        toVersion: '1.0.0',
        changes: [
          expect.objectContaining({
            path: 'schema[orders].properties[status].logicalTypeOptions.maxLength',
            impact: 'major',
          }),
        ],
        omitted: 0,
        hits: { outputPorts: [{ dataProductId: 'shop', outputPortId: 'port-0' }], accesses: [] },
      },
    ]);
    expect((await changesOf('says-itself')).json).toEqual([]);
    expect((await changesOf('other')).json).toEqual([]);
    const events = await eventsOf('linking');
    expect(events.map(({ type, data }) => [type, JSON.parse(data).definitionId])).toEqual([
      ['DataContractCreatedEvent', undefined],
      ['DataContractUpdatedEvent', 'checkout/state'],
    ]);
    expect(await eventsOf('says-itself')).toHaveLength(1);
  });

  it('counts from the first definition to its deletion, and is listed page by page', async () => {
    await putContract('paged', 'checkout/paged');
    await changeDefinition('checkout/paged', { maxLength: 9 });
    await changeDefinition('checkout/paged', { maxLength: 12 });
    await putContract('paged', 'checkout/paged', [property('note', 'changed')]);
    await tests.api.send('DELETE', '/api/definitions/checkout/paged');
    await untilQuiet(tests.api);
    const shown: unknown[] = [];
    for (let query = '?size=1'; query;) {
      const { json, headers } = await changesOf('paged', query);
      expect(json).toHaveLength(1);
      shown.push([json[0].revision, json[0].definition?.revision, json[0].impact]);
      query = /<[^>?]*(\?[^>]*)>/.exec(headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(shown).toEqual([
      [2, 3, expect.any(String)],
      [2, undefined, 'patch'],
      [1, 2, 'minor'],
      [1, 1, 'major'],
    ]);
    expect((await changesOf('paged', '?after=x')).status).toBe(400);
  });

  it('reaches contracts that were stored before their links were recorded', async () => {
    await putContract('old', 'checkout/old');
    const { knex } = tests.api.database;
    const forget = (): Promise<unknown> =>
      knex.raw(`update documents set search = ts_delete(search, array(
        select word from unnest(tsvector_to_array(search)) word where word like 'concept=%'))`);
    await forget();
    await changeDefinition('checkout/old', { maxLength: 9 });
    expect((await changesOf('old')).json).toEqual([]);
    await fillLinks(knex, contractLinkWords);
    await changeDefinition('checkout/old', { maxLength: 4 });
    expect((await changesOf('old')).json).toHaveLength(1);
  });

  it('lets the scheduled tests of these contracts run again', async () => {
    await changeDefinition('checkout/tested', {});
    await putContract('tested', 'checkout/tested', [cron]);
    await putContract('unscheduled', 'checkout/tested');
    expect(await tests.runsOf('tested')).toEqual([]);
    await changeDefinition('checkout/tested', { maxLength: 4 });
    const runs = await tests.runsOf('tested');
    expect(runs.map(({ trigger, state }) => [trigger, state])).toEqual([['schedule', 'DONE']]);
    const results = await tests.api.send('GET', '/api/test-results?dataContractId=tested');
    expect(results.json.map(({ result }: { result: string }) => result)).toEqual(['failed']);
    expect(await tests.runsOf('unscheduled')).toEqual([]);
    await tests.api.send('PUT', '/api/organization/features', {
      body: { dataContractTestSchedule: '0 3 1 1 *' },
    });
    await changeDefinition('checkout/tested', { maxLength: 5 });
    expect(await tests.runsOf('unscheduled')).toHaveLength(1);
  });
});
