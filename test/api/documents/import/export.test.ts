import { bodyExamples } from '../../../../api/examples.ts';
import { documentSchemas } from '../../../../api/schemas/documents/documents.ts';
import { kindsByDependency } from '../../../../domain/kinds/dependency-order.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { contract, product, team } from '../../../support/builders/contracts.ts';
import {
  linesOf,
  ndjson,
  newOrganizationKey,
  postImport,
} from '../../../support/builders/imports.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const yaml = { 'content-type': 'application/yaml' };

const post = (body: string | Uint8Array, headers: Record<string, string>, key?: string) =>
  postImport(api, body, headers, key);
const newKey = (name: string) => newOrganizationKey(api, name);

const exportOf = async (key: string, query = '', headers: Record<string, string> = {}) =>
  (await api.send('GET', `/api/export${query}`, { key, headers })).text;

describe('GET /api/export', () => {
  const mixed = async (key: string) => {
    const put = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
      expect((await api.send('PUT', path, { body, key, headers })).status).toBe(200);
    };
    await put('/api/teams/z-root', team('z-root', { name: 'Ünïcode 🐟 "quoted" \u2028' }));
    await put('/api/teams/checkout', team('checkout', { parent: 'z-root' }));
    await put(
      '/api/teams/a-leaf',
      `{"id":"a-leaf", "name": "x\\u00e4",\n "type":"Team",\r\n"parent":"checkout","n":1.0}`,
    );
    await put('/api/datacontracts/orders', contract('orders'));
    const text = `# a comment\n${JSON.stringify(contract('as-yaml'), undefined, 1)} # behind\n`;
    await put('/api/datacontracts/as-yaml', text, yaml);
    await put(
      '/api/datacontracts/both',
      `--- # marked\n${JSON.stringify(contract('both'))}\n`,
      yaml,
    );
    await put('/api/datacontracts/both', JSON.stringify(contract('both'), undefined, 2));
    for (const kind of kindsByDependency.filter(({ isTree }) => !isTree)) {
      const example = bodyExamples[String(documentSchemas(kind).$id)] as any;
      const id = example[kind.idMember ?? 'id'];
      await put(`/api/${kind.collection}/${encodeURIComponent(id)}`, example);
    }
    for (let index = 0; index < 210; index++) {
      await put(`/api/dataproducts/p${index}`, product(`p${index}`, ['orders']));
    }
  };

  it('gives what an import makes the same of, byte for byte', async () => {
    const [from, to, third] = [await newKey('from'), await newKey('to'), await newKey('third')];
    await mixed(from);
    const exported = await exportOf(from);
    const count = exported.split('\n').length - 1;
    expect(count).toBe(3 + 2 + (kindsByDependency.length - 1) + 210);
    const records = exported
      .trimEnd()
      .split('\n')
      .map((each) => JSON.parse(each));
    expect(records.slice(0, 3).map(({ id }) => id)).toEqual(['z-root', 'checkout', 'a-leaf']);
    const resources = [...new Set(records.map(({ resource }) => resource))];
    expect(resources).toEqual(kindsByDependency.map(({ collection }) => collection));
    const results = linesOf(await post(exported, ndjson, to));
    expect(results.at(-1)?.summary).toMatchObject({ created: count, failed: 0 });
    expect(await exportOf(to)).toBe(exported);
    const paths = ['teams/a-leaf', 'datacontracts/both', 'datacontracts/both/datacontract.yaml'];
    for (const path of paths) {
      const [one, other] = await Promise.all(
        [from, to].map((key) => api.send('GET', `/api/${path}`, { key })),
      );
      expect(other?.text).toBe(one?.text);
    }
    const inYaml = await exportOf(from, '?format=yaml');
    expect(await exportOf(from, '', { accept: 'application/yaml' })).toBe(inYaml);
    expect(linesOf(await post(inYaml, yaml, third)).at(-1)?.summary).toMatchObject({
      created: count,
      failed: 0,
    });
    expect(await exportOf(third, '?format=yaml')).toBe(inYaml);
    const path = '/api/datacontracts/as-yaml/datacontract.yaml';
    const [one, other] = await Promise.all(
      [from, third].map((key) => api.send('GET', path, { key })),
    );
    expect(other?.text).toBe(one?.text);
    const some = await exportOf(from, '?resource=teams&resource=datacontracts');
    expect(some.trimEnd().split('\n')).toHaveLength(3 + 3);
    expect((await api.send('GET', '/api/export?resource=planets')).json.code).toBe('bad_request');
    expect((await api.send('GET', '/api/export?format=xml')).json.code).toBe('bad_request');
  });

  it('is empty when there is nothing', async () => {
    const key = await newKey('empty');
    expect(await exportOf(key)).toBe('');
    expect(await exportOf(key, '?format=yaml')).toBe('');
  });
});
