import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { entity, ontology, semantics } from '../../support/builders/ontologies.ts';
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

const text = (name: string, description: string): string =>
  ontology(name, [entity('Order', description), entity('Parcel', `Parcel, ${description}`)]);

const orderField = { concept: 'Order', field: 'description' };
const parcelField = { concept: 'Parcel', field: 'description' };

it('a branch has a title, an author and times, and its conflicts name the change of the namespace', async () => {
  await call.put('dated', text('dated', 'first'));
  const title = 'Orders, told better';
  const cut = await api.send('PUT', call.branchAt('dated', 'work'), { body: { title } });
  expect(cut.json).toMatchObject({ title, changed_by: null, changed_at: null });
  expect(cut.json.author).toMatch(/^api-key:/);
  expect(cut.json.author_name).toBeTruthy();
  await call.putBranch('dated', 'work', text('dated', 'branch'));
  await call.put('dated', text('dated', 'namespace'));
  const refused = await call.merge('dated', 'work');
  expect(refused.status).toBe(409);
  const { json } = await call.getBranch('dated', 'work');
  expect(json.changed_by).toBe(cut.json.author);
  expect(Date.parse(json.changed_at)).toBeGreaterThanOrEqual(Date.parse(json.created_at));
  expect(json.conflicts[0]).toMatchObject({
    ...orderField,
    namespace_change: { revision: 2, principalName: json.author_name },
  });
  const again = await api.send('PUT', call.branchAt('dated', 'work'), { body: { title: 'New' } });
  expect([again.json.title, again.json.status]).toEqual(['New', 'conflicted']);
  expect((await call.cut('dated', 'work')).json.title).toBe('New');
});

it('a choice for values that somebody has changed since is not applied', async () => {
  await call.put('seen', text('seen', 'first'));
  await call.cut('seen', 'work');
  await call.putBranch('seen', 'work', text('seen', 'branch'));
  await call.put('seen', text('seen', 'namespace'));
  await call.merge('seen', 'work');
  const { conflicts } = (await call.getBranch('seen', 'work')).json as {
    conflicts: { concept: string; field: string; mark: string }[];
  };
  const choices = conflicts.map(({ concept, field, mark }) => ({
    concept,
    field,
    take: 'branch',
    seen: mark,
  }));
  await call.put('seen', text('seen', 'namespace').replace('namespace', 'namespace again'));
  const resolve = call.branchAt('seen', 'work', '/resolve');
  const refused = await api.send('POST', resolve, { body: { choices } });
  expect([refused.status, refused.json.code]).toEqual([422, 'invalid_body']);
  expect(refused.json.detail).toBe(
    'The conflict about description of "Order" has changed since it was decided: decide it again.',
  );
  const [moved] = refused.json.conflicts;
  expect(moved).toMatchObject({ ...orderField, namespace: 'namespace again', branch: 'branch' });
  const current = choices.map((choice) =>
    choice.concept === 'Order' ? { ...choice, seen: moved.mark } : choice,
  );
  expect((await api.send('POST', resolve, { body: { choices: current } })).status).toBe(200);
});

it('saved choices wait for the rest, and are gone when they are applied', async () => {
  await call.put('saved', text('saved', 'first'));
  await call.cut('saved', 'work');
  await call.putBranch('saved', 'work', text('saved', 'branch'));
  await call.put('saved', text('saved', 'namespace'));
  await call.merge('saved', 'work');
  const at = call.branchAt('saved', 'work', '/choices');
  expect((await api.send('GET', at)).json).toEqual({
    choices: [],
    savedAt: null,
    principal: null,
    principalName: null,
  });
  const choices = [{ ...orderField, take: 'value', value: 'Both' }];
  expect((await api.send('PUT', at, { body: { choices } })).status).toBe(204);
  const saved = (await api.send('GET', at)).json;
  expect(saved).toMatchObject({ choices, principal: expect.stringMatching(/^api-key:/) });
  const all = [...choices, { ...parcelField, take: 'branch' }];
  const resolve = call.branchAt('saved', 'work', '/resolve');
  const previewed = await api.send('POST', `${resolve}?dryRun=true&text=true`, {
    body: { choices: all },
  });
  expect(previewed.status).toBe(200);
  expect(previewed.json).toMatchObject({ adjusted: [], reprinted: [] });
  expect(previewed.json.text).toBe(
    text('saved', 'namespace')
      .replace('Parcel, namespace', 'Parcel, branch')
      .replace('namespace', 'Both'),
  );
  expect((await api.send('GET', at)).json.choices).toHaveLength(1);
  expect((await api.send('POST', resolve, { body: { choices: all } })).status).toBe(200);
  expect((await api.send('GET', at)).json.choices).toEqual([]);
  const merge = await api.send(
    'POST',
    `${call.branchAt('saved', 'work')}/merge?dryRun=true&text=true`,
  );
  expect(merge.json).toMatchObject({ conflictCount: 0, revision: 2, text: previewed.json.text });
});

it('one concept of a branch is written, and the rest of its text stays', async () => {
  await call.put('entries', text('entries', 'first'));
  await call.cut('entries', 'work');
  const at = call.branchAt('entries', 'work', '/concepts/Order');
  const read = await api.send('GET', at);
  expect(read.json).toMatchObject({ id: 'Order', entry: { concept: 'Order' } });
  expect(read.json.yaml).toContain('concept: Order');
  const etag = read.headers.get('etag') ?? '';
  const entry = { ...read.json.entry, description: 'changed' };
  const written = await api.send('PUT', at, { body: entry, headers: { 'if-match': etag } });
  expect(written.status).toBe(200);
  const late = await api.send('PUT', at, { body: entry, headers: { 'if-match': etag } });
  expect([late.status, late.json.currentETag]).toEqual([412, written.headers.get('etag')]);
  const now = await api.send('GET', call.branchAt('entries', 'work', '/ontology.yaml'));
  expect(now.text).toBe(
    text('entries', 'first').replace('description: first', 'description: changed'),
  );
  const other = call.branchAt('entries', 'work', '/concepts/Parcel');
  expect((await api.send('DELETE', other)).status).toBe(200);
  expect((await api.send('GET', other)).status).toBe(404);
  const odd = await api.send('PUT', at, { body: { ...entry, type: 'Nothing' } });
  expect(odd.status).toBe(422);
  const lists = await api.send('PUT', at, { body: { ...entry, relationships: {} } });
  expect(lists.json.detail).toContain('must be a list of objects');
});

it('a renamed concept keeps its identity, and references follow its name', async () => {
  const places = `    relationships:
      - name: sends
        roles: [{concept: Parcel}]
`;
  const name = 'renamed';
  await call.put(name, ontology(name, [entity('Order') + places, entity('Parcel')]));
  await call.cut(name, 'work');
  const body = { concept: 'Box', type: 'EntityType' };
  const at = call.branchAt(name, 'work', '/concepts/Parcel');
  expect((await api.send('PUT', at, { body })).status).toBe(200);
  const { text: after } = await api.send('GET', call.branchAt(name, 'work', '/ontology.yaml'));
  expect(after).toContain('roles: [{concept: Box}]');
  expect((await api.send('GET', at)).json.entry).toEqual({ ...body, id: 'Parcel' });
});

it('no choice is lost although the namespace moves three times', async () => {
  const of = (...values: string[]): string =>
    ontology(
      'moving',
      values.map((value, at) => entity(`C${at}`, value)),
    );
  await call.put('moving', of('a', 'a', 'a', 'a'));
  await call.cut('moving', 'work');
  await call.putBranch('moving', 'work', of('b', 'b', 'b', 'b'));
  const moved = ['a', 'a', 'a', 'a'];
  for (const place of [0, 1, 2]) {
    moved[place] = 'n';
    // The namespace keeps what it said, and changes one more concept.
    expect((await call.put('moving', of(...moved))).status).toBe(200);
    const refused = await call.merge('moving', 'work');
    expect(refused.status).toBe(409);
    const fields = refused.json.conflicts.map(({ concept }: { concept: string }) => concept);
    expect(fields).toEqual([`C${place}`]);
    const choices = [
      { concept: `C${place}`, field: 'description', take: 'value', value: `v${place}` },
    ];
    const resolve = call.branchAt('moving', 'work', '/resolve');
    expect((await api.send('POST', resolve, { body: { choices } })).status).toBe(200);
  }
  expect((await call.merge('moving', 'work')).status).toBe(204);
  expect((await call.get('moving')).text).toBe(of('v0', 'v1', 'v2', 'b'));
});
