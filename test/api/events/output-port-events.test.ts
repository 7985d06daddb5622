import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { quietLog } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';
import { startSequencer } from '../../../workers/sequencer.ts';

let api: TestApi;
let sequencer: ReturnType<typeof startSequencer>;
beforeAll(async () => {
  api = await startApi({ eventTypePrefix: '' });
  sequencer = startSequencer({ database: api.database, log: quietLog });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(async () => {
  await sequencer.stop();
  await api.stop();
});

const put = (id: string, outputPorts: object[], change: Record<string, unknown> = {}) =>
  api.send('PUT', `/api/dataproducts/${id}`, {
    body: product(id, [], { outputPorts, ...change }),
  });

/** The whole feed about one product, e.g. `OutputPortCreatedEvent a`. */
const feed = async (id: string): Promise<string[]> => {
  await until(`all events about ${id} have their position`, async () => {
    const waiting = await api.database.knex('events').where({ subject_id: id, seq: null });
    return waiting.length === 0;
  });
  const events: any[] = (await api.send('GET', `/api/events?subject=${id}`)).json;
  return events.map(({ type, data }) => {
    expect(data).toMatchObject({ id, timestamp: expect.any(String) });
    return [type, data.outputPortId].filter(Boolean).join(' ');
  });
};

describe('events of output ports', () => {
  it('stand beside those of the product, in one order', async () => {
    await put('orders', [{ name: 'a' }, { id: 'b', name: 'B' }]);
    await put('orders', [{ id: 'c', name: 'C' }, { name: 'a' }, { id: 'b', name: 'Renamed' }]);
    await put('orders', [{ name: 'a' }], { name: 'Orders' });
    await put('orders', [{ name: 'a' }], { name: 'Orders again' });
    await put('orders', [{ name: 'a' }, { name: 'z' }]);
    await api.send('DELETE', '/api/dataproducts/orders');
    expect(await feed('orders')).toEqual([
      'DataProductCreatedEvent',
      'OutputPortCreatedEvent a',
      'OutputPortCreatedEvent b',
      'DataProductUpdatedEvent',
      'OutputPortCreatedEvent c',
      'OutputPortUpdatedEvent b',
      'DataProductUpdatedEvent',
      'OutputPortDeletedEvent c',
      'OutputPortDeletedEvent b',
      'DataProductUpdatedEvent',
      'DataProductUpdatedEvent',
      'OutputPortCreatedEvent z',
      'OutputPortDeletedEvent a',
      'OutputPortDeletedEvent z',
      'DataProductDeletedEvent',
    ]);
  });

  it('take versions of one port for one port, and order and layout for no change', async () => {
    const [one, two] = [
      { name: 'a', version: '1', type: 'kafka' },
      { name: 'a', version: '2' },
    ];
    await put('versions', [one, two]);
    await put('versions', [{ type: 'kafka', version: '1', name: 'a' }, two], { name: 'Other' });
    await put('versions', [one]);
    expect(await feed('versions')).toEqual([
      'DataProductCreatedEvent',
      'OutputPortCreatedEvent a',
      'DataProductUpdatedEvent',
      'DataProductUpdatedEvent',
      'OutputPortUpdatedEvent a',
    ]);
  });

  it('know the ports of the deprecated specification', async () => {
    const dps = {
      id: 'dps',
      info: { title: 'T', owner: 'checkout' },
      outputPorts: [{ id: 'p1', name: 'Port' }],
    };
    await api.send('PUT', '/api/dataproducts/dps', { body: dps });
    const { json } = await api.send('GET', '/api/dataproducts/dps?format=odps');
    await api.send('PUT', '/api/dataproducts/dps', { body: json });
    expect(await feed('dps')).toEqual([
      'DataProductCreatedEvent',
      'OutputPortCreatedEvent p1',
      'DataProductUpdatedEvent',
      'OutputPortUpdatedEvent p1',
    ]);
  });

  it('are there once each when many write at once, and none for a PUT that changes nothing', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `many-${index}`);
    await Promise.all(ids.map((id) => put(id, [{ name: 'a' }])));
    await Promise.all(ids.map((id) => put(id, [{ name: 'b' }, { name: 'c' }])));
    await Promise.all(ids.map((id) => put(id, [{ name: 'b' }, { name: 'c' }])));
    for (const id of ids) {
      expect(await feed(id)).toEqual([
        'DataProductCreatedEvent',
        'OutputPortCreatedEvent a',
        'DataProductUpdatedEvent',
        'OutputPortCreatedEvent b',
        'OutputPortCreatedEvent c',
        'OutputPortDeletedEvent a',
      ]);
    }
    const outputPorts = (n: number) => [{ name: `p${n}` }];
    await Promise.all(Array.from({ length: 8 }, (_, n) => put('race', outputPorts(n))));
    const alive = new Set<string>();
    for (const event of await feed('race')) {
      const [type = '', port = ''] = event.split(' ');
      if (type === 'OutputPortCreatedEvent') alive.add(port);
      if (type === 'OutputPortDeletedEvent') expect(alive.delete(port)).toBe(true);
    }
    const { json } = await api.send('GET', '/api/dataproducts/race');
    expect([...alive]).toEqual([json.outputPorts[0].name]);
  });

  it('cost neither contracts nor products a further statement', async () => {
    const statements: string[] = [];
    const listen = ({ sql }: { sql: string }) => statements.push(sql);
    await api.send('PUT', '/api/datacontracts/cheap', { body: contract('cheap') });
    await put('counted', [{ name: 'a' }]);
    api.database.knex.on('query', listen);
    await api.send('PUT', '/api/datacontracts/cheap', { body: contract('cheap', { name: 'N' }) });
    const own = (): string[] =>
      statements.splice(0).filter((sql) => /\bdocuments?\b|document_/.test(sql));
    expect(own()).toHaveLength(2);
    await put('counted', [{ name: 'b' }]);
    expect(own()).toHaveLength(2);
    api.database.knex.off('query', listen);
  });
});
