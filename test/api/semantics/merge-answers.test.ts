import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { semantics } from '../../support/builders/ontologies.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let call: ReturnType<typeof semantics>;
let workers: TestWorkers;
beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api);
  call = semantics(api);
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

const text = (name: string, ...lines: string[]) => [`name: ${name}`, ...lines, ''].join('\n');

/** A namespace and its branch `work`, which both say something else than when it was cut. */
async function apart(base: string, namespace: string, branch: string): Promise<string> {
  const name = /^name: (.*)/.exec(base)?.[1] ?? '';
  await call.put(name, base);
  await call.cut(name, 'work');
  expect((await call.putBranch(name, 'work', branch)).status).toBe(200);
  expect((await call.put(name, namespace)).status).toBe(200);
  return name;
}

const post = async (namespace: string, rest: string, body?: object) =>
  api.send('POST', call.branchAt(namespace, 'work', rest), body ? { body } : {});

it('a conflict about a name with a dot is decided apart from one about a member of a member', async () => {
  const of = (value: string) =>
    text(
      'dots',
      'ontology:',
      '- concept: A',
      `  custom_properties: {x.y: ${value}, x: {y: ${value}}}`,
    );
  const name = await apart(of('one'), of('two'), of('three'));
  const { json } = await post(name, '/rebase');
  const fields = json.conflicts.map(({ field }: { field: string }) => field);
  expect(fields).toEqual(['custom_properties."x.y"', 'custom_properties.x.y']);
  const sides = ['branch', 'namespace'];
  const choices = fields.map((field: string, place: number) => {
    return { concept: 'A', field, take: sides[place] };
  });
  const missing = await post(name, '/resolve', { choices: choices.slice(0, 1) });
  expect([missing.status, missing.json.detail]).toEqual([
    422,
    'A choice is missing for the conflict about custom_properties.x.y of "A".',
  ]);
  expect((await post(name, '/resolve', { choices })).status).toBe(200);
  const { text: decided } = await api.send('GET', call.branchAt(name, 'work', '/ontology.yaml'));
  expect(decided).toContain('{x.y: three, x: {y: two}}');
});

it('a dry run and a resolution name the entries that lose their layout', async () => {
  const of = (tag: string, status: string) =>
    text(
      'anchored',
      'ontology:',
      '- concept: A',
      '  tags: &t [x]',
      `- concept: B # of A`,
      `  tags: ${tag}`,
      '  custom_properties: {list: *t}',
      `- {concept: C, status: ${status}}`,
    );
  const name = await apart(of('[y]', 'one'), of('[y]', 'two'), of('[z]', 'one'));
  const rehearsed = await post(name, '/merge?dryRun=true');
  expect([rehearsed.status, rehearsed.json.reprinted]).toEqual([200, ['B']]);
  await call.putBranch(name, 'work', of('[z]', 'three'));
  await post(name, '/rebase');
  const choices = [{ concept: 'C', field: 'status', take: 'branch' }];
  const resolved = await post(name, '/resolve', { choices });
  expect([resolved.status, resolved.json.reprinted]).toEqual([200, ['B']]);
});

it('changes name the concepts that other prefixes give another address', async () => {
  const of = (address: string) =>
    text(
      'addresses',
      `prefixes: {ex: "${address}"}`,
      'ontology:',
      '- {concept: A, iri: "ex:A"}',
      '- concept: B',
    );
  await call.put('addresses', of('http://one.example/'));
  await call.cut('addresses', 'work');
  await call.putBranch('addresses', 'work', of('http://two.example/'));
  const { json } = await call.changes('addresses', 'work');
  expect(json).toMatchObject([
    {
      external_id: 'A',
      op: 'update',
      impact: 'breaking',
      fields: [{ field: 'iri', from: 'http://one.example/A', to: 'http://two.example/A' }],
    },
  ]);
  expect(json).toHaveLength(1);
});

it('an upload with a text that cannot be stored is told where it stands', async () => {
  const answer = await call.put('odd', text('odd', 'ontology:', '- concept: A', '  x: "\\0"'));
  expect([answer.status, answer.json.violations]).toEqual([
    422,
    [expect.objectContaining({ field: 'ontology[0].x', line: 4, column: 3 })],
  ]);
});

it('a name that both sides give is a conflict of both concepts, with the users of both, and none goes unasked', async () => {
  const of = (...entries: string[]) =>
    text('names', 'ontology:', '- {concept: A, id: a}', ...entries.map((each) => `- {${each}}`));
  const added = 'concept: Position, id: position, iri: "http://pos/"';
  await call.put('names', of('concept: B, id: b'));
  await call.cut('names', 'work');
  await call.putBranch('names', 'work', of('concept: Position, id: b'));
  await call.put('names', of('concept: B, id: b', added));
  const links = [{ type: 'semantics', url: 'http://pos/' }];
  const body = contract('linked', { authoritativeDefinitions: links });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/datacontracts/linked', { body });
  await post('names', '/rebase');
  const torn = await post('names', '/merge');
  expect([torn.status, torn.json.conflicts]).toMatchObject([
    409,
    [
      { concept: 'b', field: 'concept', base: 'B', namespace: 'B', branch: 'Position' },
      { concept: 'position', field: '*', namespace: { id: 'position' } },
    ],
  ]);
  expect(torn.json.impact).toContainEqual({
    concept: 'position',
    usages: [expect.objectContaining({ id: 'linked' })],
  });
  const [name, whole] = [
    { concept: 'b', field: 'concept' },
    { concept: 'position', field: '*' },
  ];
  const branch = { ...name, take: 'branch' };
  const missing = await post('names', '/resolve', { choices: [branch] });
  expect([missing.status, missing.json.conflicts]).toMatchObject([422, [whole]]);
  const keep = { ...whole, take: 'namespace' };
  const clashing = await post('names', '/resolve', { choices: [branch, keep] });
  expect([clashing.status, clashing.json.violations]).toEqual([
    422,
    [{ field: 'choices', message: expect.stringContaining('choose another name for "b"') }],
  ]);
  const twice = [branch, { ...branch, take: 'namespace' }, keep];
  const contradictory = await post('names', '/resolve', { choices: twice });
  expect([contradictory.status, contradictory.json.detail]).toEqual([
    422,
    'The choices cannot be applied: There are different choices for concept of "b": send one.',
  ]);
  const choices = [{ ...name, take: 'value', value: 'Place' }, keep, keep];
  const resolved = await post('names', '/resolve', { choices });
  expect([resolved.status, resolved.json.adjusted]).toEqual([200, []]);
  const { text: decided } = await api.send('GET', call.branchAt('names', 'work', '/ontology.yaml'));
  expect(decided).toBe(of('concept: Place, id: b', added));
});
