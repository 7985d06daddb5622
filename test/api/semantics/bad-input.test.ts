import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import {
  entity,
  namespacesPath,
  ontology,
  order,
  orderId,
  semantics,
} from '../../support/builders/ontologies.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let call: ReturnType<typeof semantics>;
beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api);
  call = semantics(api);
  await call.put('good', ontology('good'));
  await call.cut('good', 'work');
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

const rows = async (namespace: string): Promise<number[]> =>
  Promise.all(
    ['namespaces', 'namespace_revisions', 'namespace_concepts'].map(async (table) => {
      const column = table === 'namespaces' ? 'id' : 'namespace_id';
      return (await api.database.knex(table).where({ [column]: namespace })).length;
    }),
  );

const anchors = ['a: &a [x,x,x,x,x,x,x,x,x,x]'];
for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi'])
  anchors.push(`${to}: &${to} [${Array(10).fill(`*${from}`).join(',')}]`);

const role = (text: string) =>
  ontology('bad', [order.replace('          - concept: Order ID\n', text)]);

const bad: [what: string, text: string, status: number, code: string, says: RegExp][] = [
  ['not YAML', 'name: [bad\nontology: }', 400, 'malformed_body', /is not YAML.*line 2/],
  [
    'two documents',
    `${ontology('bad')}---\n${ontology('bad')}`,
    422,
    'invalid_body',
    /more than one YAML document/,
  ],
  [
    'duplicate keys',
    ontology('bad', [order.replace('    id:', '    concept: Order\n    id:')]),
    422,
    'invalid_body',
    /the document has the same key twice.*line \d+/,
  ],
  [
    'an alias bomb',
    `name: bad\n${anchors.join('\n')}\nontology: []\n`,
    422,
    'invalid_body',
    /alias/,
  ],
  [
    '65 levels deep',
    `name: bad\nontology: []\nx: ${'['.repeat(65)}${']'.repeat(65)}\n`,
    422,
    'invalid_body',
    /deeper than 64 levels/,
  ],
  [
    'a merge key',
    `d: &d {x: 1}\n${ontology('bad')}    <<: *d\n`,
    422,
    'invalid_document',
    /<< is a merge key, .* write the members out, at line \d+, column 5/,
  ],
  [
    'an unknown role concept',
    role('          - concept: Nobody\n'),
    422,
    'invalid_document',
    /"Nobody".*line 1\d, column \d+/,
  ],
  [
    'a role concept of a namespace that it does not require',
    role('          - concept: Order ID\n            namespace: good\n').replace(
      'ontology:',
      'ontology:',
    ),
    422,
    'invalid_document',
    /namespace "good"/,
  ],
  [
    'a duplicate id',
    ontology('bad', [order, orderId, orderId.replace('concept: Order ID', 'concept: Twin')]),
    422,
    'invalid_document',
    /ontology\[2\] repeats "order_id", first in line 1\d.*line 1\d/,
  ],
  [
    'a duplicate name',
    ontology('bad', [entity('A'), entity('A')]),
    422,
    'invalid_document',
    /repeats "A"/,
  ],
  [
    'a non-binary relationship',
    role('          - concept: Order\n          - concept: Order\n          - concept: Order\n'),
    422,
    'invalid_document',
    /must connect two concepts/,
  ],
  [
    'an OSI semantic_model by mistake',
    'version: 0.2.0.dev0\nsemantic_model:\n  - name: sales\n    datasets: []\n',
    422,
    'invalid_document',
    /semantic model/,
  ],
  [
    'a contract by mistake',
    'apiVersion: v3.1.0\nkind: DataContract\nid: x\n',
    422,
    'invalid_document',
    /data contract/,
  ],
  ['a list', '- a\n- b\n', 422, 'invalid_body', /is not an ontology/],
  ['no ontology', 'name: bad\n', 422, 'invalid_document', /ontology.*is missing/],
  [
    'an unknown type',
    ontology('bad', [entity('A').replace('EntityType', 'Table')]),
    422,
    'invalid_document',
    /EntityType, ValueType/,
  ],
  [
    'a name that is none',
    ontology('bad', [entity("''")]),
    422,
    'invalid_document',
    /1 to 256 characters/,
  ],
  [
    'another name',
    ontology('other'),
    422,
    'id_mismatch',
    /'other' differs from the namespace 'bad'/,
  ],
  [
    'an unknown owner',
    `custom_properties: {owner: unknown-team}\n${ontology('bad')}`,
    422,
    'unknown_reference',
    /'unknown-team'/,
  ],
  [
    'NUL in a text',
    ontology('bad', [entity('A', '"a\\0b"')]),
    422,
    'invalid_document',
    /cannot be stored/,
  ],
];

describe.each(bad)('%s', (_what, text, status, code, says) => {
  it('is its own clear answer, and never a half-written namespace', async () => {
    const before = await rows('bad');
    const answer = await call.put('bad', text);
    expect([answer.status, answer.json.code, answer.json.detail]).toEqual([
      status,
      code,
      expect.stringMatching(says),
    ]);
    expect(await rows('bad')).toEqual(before);
    expect(before).toEqual([0, 0, 0]);
    const ofBranch = await call.putBranch('good', 'work', text.replaceAll('bad', 'good'));
    const expected = code === 'id_mismatch' ? 422 : status;
    if (!text.includes('namespace: good')) expect(ofBranch.status).toBe(expected);
  });
});

it('33 MB are too many, 32 MB are not', async () => {
  const filled = (bytes: number) => {
    const text = ontology('large', [entity('A')]);
    return `${text}#${' '.repeat(bytes - text.length - 2)}\n`;
  };
  const megabyte = 1024 * 1024;
  const refused = await call.put('large', filled(33 * megabyte));
  expect([refused.status, refused.json.code]).toEqual([413, 'payload_too_large']);
  expect((await call.put('large', filled(32 * megabyte))).status).toBe(200);
});

it('concepts of a required namespace may be named, as long as it is there', async () => {
  const other = ontology('asking', [order.replace('concept: Order ID', 'concept: order_id')]);
  expect((await call.put('asking', other)).status).toBe(422);
  const requiring = other.replace('ontology:', 'requires: [good]\nontology:');
  expect((await call.put('asking', requiring)).status).toBe(200);
  await call.cut('asking', 'work');
  const changed = requiring.replace('A confirmed', 'Another');
  expect((await call.putBranch('asking', 'work', changed)).status).toBe(200);
  expect((await call.merge('asking', 'work')).status).toBe(204);
});

describe('branches', () => {
  it.each([
    '%2Fb',
    'a%2F',
    'a%2F%2Fb',
    'a%2F.%2Fb',
    'a%2F..%2Fb',
    'a..b',
    '..x',
    '%20',
    'x'.repeat(257),
    'a%00b',
    'a%5Cb',
  ])('are not named %s', async (name) => {
    const { status, json } = await api.send('PUT', `${namespacesPath}/good/branches/${name}`);
    expect([status, json.code]).toEqual([422, 'invalid_id']);
  });

  it('that are not there are not found, nor are those of a deleted namespace', async () => {
    for (const [method, rest] of [
      ['POST', '/merge'],
      ['POST', '/merge?dryRun=true'],
      ['POST', '/rebase'],
      ['GET', '/changes'],
      ['GET', '/ontology.yaml'],
      ['DELETE', ''],
    ] as const) {
      const { status, json } = await api.send(method, call.branchAt('good', 'unknown', rest));
      expect([rest, status, json.code]).toEqual([rest, 404, 'not_found']);
    }
    await call.put('doomed', ontology('doomed'));
    await call.cut('doomed', 'work');
    const text = ontology('doomed', [entity('A')]);
    await call.putBranch('doomed', 'work', text);
    await api.send('DELETE', call.at('doomed'));
    for (const answer of [
      await call.merge('doomed', 'work'),
      await call.putBranch('doomed', 'work', text),
      await call.getBranch('doomed', 'work'),
      await call.cut('doomed', 'work'),
    ])
      expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
    await call.put('doomed', ontology('doomed'));
    expect((await api.send('GET', call.at('doomed', '/branches'))).json).toEqual([]);
  });

  it('a revision that is not there is not found', async () => {
    for (const rest of ['/ontology.yaml?revision=99', '/diff?from=1&to=99', '/diff?from=99'])
      expect((await api.send('GET', call.at('good', rest))).status).toBe(404);
    expect((await api.send('GET', call.at('good', '/diff?from=x'))).status).toBe(400);
  });
});
