import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import {
  changedBranch,
  entity,
  ontology,
  order,
  orderId,
  semantics,
} from '../../support/builders/ontologies.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let call: ReturnType<typeof semantics>;
beforeAll(async () => {
  api = await startApi({ eventTypePrefix: '' });
  workers = startWorkers(api);
  call = semantics(api);
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

/** A namespace with the branch `work`. */
async function prepare(name: string, text = ontology(name)): Promise<string> {
  await call.put(name, text);
  expect((await call.cut(name, 'work')).status).toBe(200);
  return text;
}

const revisionOf = async (name: string): Promise<number> =>
  (await api.send('GET', call.at(name, '/revisions'))).json[0].version;

describe('a branch', () => {
  it('is cut, and re-cutting an open name returns it', async () => {
    await prepare('cut');
    await call.putBranch('cut', 'work', ontology('cut', [order, orderId, entity('New')]));
    const again = await call.cut('cut', 'work');
    expect(again.json).toEqual({ ...changedBranch('cut'), revision: 2 });
    expect((await api.send('GET', call.at('cut', '/branches'))).json).toEqual([again.json]);
    await call.put('cut', ontology('cut', [order, orderId, entity('Other')]));
    expect((await call.getBranch('cut', 'work')).json.behind_target).toBe(true);
    expect((await api.send('DELETE', call.branchAt('cut', 'work'))).status).toBe(204);
    expect((await call.getBranch('cut', 'work')).status).toBe(404);
    expect(await revisionOf('cut')).toBe(2);
  });

  it("leaves the namespace's YAML, concepts, ?iri=, search and export byte-identical until it is merged", async () => {
    await prepare('calm');
    const seen = async () => {
      const paths = [
        call.at('calm', '/ontology.yaml'),
        call.at('calm', '/concepts'),
        call.at('calm', '/relationships'),
        '/api/semantics?iri=http%3A%2F%2Fexample.com%2Fns%23Calm',
        '/api/search?query=calm',
        '/api/search?query=quickly',
        '/api/export',
      ];
      const answers = await Promise.all(paths.map((path) => api.send('GET', path)));
      return answers.map(({ status, text, headers }) => [
        status,
        // What names the request is another one each time.
        text.replace(/"requestId":"[^"]*"/, ''),
        headers.get('etag'),
      ]);
    };
    const before = await seen();
    const changed = order.replace('A confirmed', 'A quickly confirmed');
    const calm = entity('Calm').replace('type:', 'iri: http://example.com/ns#Calm\n    type:');
    const put = await call.putBranch('calm', 'work', ontology('calm', [changed, calm, orderId]));
    expect(put.status).toBe(200);
    expect(await seen()).toEqual(before);
    expect((await call.merge('calm', 'work')).status).toBe(204);
    expect(await seen()).not.toEqual(before);
  });

  it('tells its changes concept by concept, with their impact and whom they hit', async () => {
    await prepare('told');
    const url = '/acme/semantics/told/order';
    await api.send('PUT', '/api/datacontracts/hit', {
      body: contract('hit', { authoritativeDefinitions: [{ type: 'semantics', url }] }),
    });
    const changed = order.replace('A confirmed purchase', 'Anything bought');
    await call.putBranch('told', 'work', ontology('told', [changed, orderId, entity('New')]));
    const { json } = await call.changes('told', 'work');
    expect(json).toMatchObject([
      {
        external_id: 'order',
        element_type: 'EntityType',
        name: 'Order',
        op: 'update',
        impact: 'structural',
      },
      { external_id: 'New', op: 'add', impact: 'additive', usages: [], warnings: [] },
    ]);
    expect(json[0].fields).toMatchObject([
      { field: 'description', from: 'A confirmed purchase', to: 'Anything bought' },
    ]);
    expect(json[0].usages).toMatchObject([{ kind: 'data-contract', id: 'hit', fields: [{ url }] }]);
  });
});

describe('merge', () => {
  it('lands with 204, keeps the bytes of what it does not touch, and leaves a record', async () => {
    await prepare('land');
    const renamed = orderId.replace("'Identifies an order'", 'Names an order');
    await call.putBranch('land', 'work', ontology('land', [order, renamed]));
    const described = order.replace('A confirmed purchase', 'What was bought  # agreed');
    await call.put('land', ontology('land', [described, orderId]));
    const merged = await call.merge('land', 'work');
    expect([merged.status, merged.text]).toEqual([204, '']);
    expect((await call.get('land')).text).toBe(ontology('land', [described, renamed]));
    expect((await call.getBranch('land', 'work')).json).toMatchObject({
      status: 'merged',
      merged_revision: 3,
    });
    const [newest] = (await api.send('GET', call.at('land', '/revisions'))).json;
    expect(newest).toMatchObject({ version: 3, branch: 'work' });
    for (const again of [
      await call.merge('land', 'work'),
      await call.putBranch('land', 'work', ontology('land')),
      await api.send('POST', call.branchAt('land', 'work', '/resolve'), { body: { choices: [] } }),
    ])
      expect([again.status, again.json.code]).toEqual([409, 'branch_merged']);
    expect((await call.cut('land', 'work')).json).toMatchObject({
      status: 'open',
      base_revision: 3,
    });
    const rows = await api.database
      .knex('events')
      .whereIn('subject_id', ['land', 'land/work'])
      .orderBy('n');
    expect(rows.map(({ type }: { type: string }) => type)).toEqual([
      'SemanticNamespaceCreatedEvent',
      'SemanticNamespaceUpdatedEvent',
      'SemanticBranchCreatedEvent',
      'SemanticBranchUpdatedEvent',
      'SemanticNamespaceUpdatedEvent',
      'SemanticNamespaceUpdatedEvent',
      'SemanticBranchMergedEvent',
      'SemanticBranchCreatedEvent',
    ]);
  });

  it('answers 409 when there is nothing to merge', async () => {
    await prepare('still');
    const { status, json } = await call.merge('still', 'work');
    expect([status, json.code]).toEqual([409, 'nothing_to_merge']);
    expect(json.message).toBe("Branch 'work' has no changes to merge.");
  });

  it('answers 409 on disagreement: the mark is committed, nothing of the namespace changes', async () => {
    await prepare('torn');
    await call.putBranch(
      'torn',
      'work',
      ontology('torn', [order.replace('confirmed', 'paid'), orderId]),
    );
    const theirs = ontology('torn', [order.replace('confirmed', 'sent'), orderId]);
    await call.put('torn', theirs);
    const { status, json } = await call.merge('torn', 'work');
    const conflicts = [
      {
        concept: 'order',
        field: 'description',
        base: 'A confirmed purchase',
        namespace: 'A sent purchase',
        branch: 'A paid purchase',
      },
    ];
    expect([status, json.code]).toEqual([409, 'branch_conflicted']);
    expect(json).toMatchObject({ conflicts, conflictRevision: 2, impact: [] });
    expect((await call.get('torn')).text).toBe(theirs);
    const branch = { conflicted: true, status: 'conflicted', conflicts, base_revision: 1 };
    expect((await call.getBranch('torn', 'work')).json).toMatchObject(branch);
    // The author has seen what the namespace says: the next upload goes on from there.
    const decided = ontology('torn', [order.replace('confirmed', 'paid and sent'), orderId]);
    await call.putBranch('torn', 'work', decided);
    expect((await call.getBranch('torn', 'work')).json).toMatchObject({
      status: 'open',
      base_revision: 2,
      conflicts: [],
    });
    expect((await call.merge('torn', 'work')).status).toBe(204);
    expect((await call.get('torn')).text).toBe(decided);
  });

  it('names what the choices had left without its concepts, and was taken from the namespace', async () => {
    const a = '  - concept: A\n    id: a\n    type: EntityType\n';
    const text = (...entries: string[]) => `name: repaired\nontology:\n${entries.join('')}`;
    const b = '  - concept: B\n    id: b\n    type: EntityType\n';
    await prepare('repaired', text(a, b));
    await call.putBranch('repaired', 'work', text(b));
    await call.put('repaired', text(`${a}    description: New\n`, `${b}    extends: [A]\n`));
    const refused = await api.send('POST', call.branchAt('repaired', 'work', '/merge'));
    expect(refused.status).toBe(409);
    const choices = refused.json.conflicts.map(({ concept, field }: any) => ({
      concept,
      field,
      take: 'branch',
    }));
    const path = call.branchAt('repaired', 'work', '/resolve');
    const resolved = await api.send('POST', path, { body: { choices } });
    expect([resolved.status, resolved.json.adjusted]).toEqual([
      200,
      [expect.objectContaining({ concept: expect.stringMatching(/^[ab]$/) })],
    ]);
  });

  it('is possible again when the conflicts are resolved by choices', async () => {
    await prepare('chosen');
    const paid = order.replace('confirmed', 'paid').replace('active', 'draft');
    await call.putBranch('chosen', 'work', ontology('chosen', [paid, orderId]));
    const sent = order.replace('confirmed', 'sent').replace('active', 'deprecated');
    await call.put('chosen', ontology('chosen', [sent, orderId]));
    const resolve = (choices: unknown) =>
      api.send('POST', call.branchAt('chosen', 'work', '/resolve'), { body: { choices } });
    expect((await resolve([])).json.code).toBe('invalid_transition');
    expect((await call.merge('chosen', 'work')).status).toBe(409);
    const missing = await resolve([{ concept: 'order', field: 'description', take: 'branch' }]);
    expect([missing.status, missing.json.code]).toEqual([422, 'invalid_body']);
    expect(missing.json.conflicts).toMatchObject([{ concept: 'order', field: 'status' }]);
    const unknown = await resolve([{ concept: 'order', field: 'colour', take: 'branch' }]);
    expect(unknown.json.detail).toContain('colour');
    expect((await resolve([{ field: 'status', take: 'both' }])).status).toBe(422);
    const valueless = await resolve([{ concept: 'order', field: 'description', take: 'value' }]);
    expect(valueless.json.violations[0].field).toBe('choices[0].value');
    const resolved = await resolve([
      { concept: 'order', field: 'description', take: 'branch' },
      { concept: 'order', field: 'status', take: 'value', value: 'active' },
    ]);
    expect(resolved.json).toMatchObject({ status: 'open', base_revision: 2, conflicts: [] });
    expect((await call.merge('chosen', 'work')).status).toBe(204);
    const { text } = await call.get('chosen');
    expect(text).toBe(ontology('chosen', [order.replace('confirmed', 'paid'), orderId]));
  });

  it('is worked out by a dry run, which changes nothing', async () => {
    await prepare('tried');
    await call.putBranch('tried', 'work', ontology('tried', [order, orderId, entity('New')]));
    const path = call.branchAt('tried', 'work', '/merge?dryRun=true');
    const clean = (await api.send('POST', path)).json;
    expect(clean.effects.map((each: any) => each.type)).toEqual([
      'SemanticNamespaceUpdatedEvent',
      'SemanticBranchMergedEvent',
    ]);
    expect(clean.conflicts).toEqual([]);
    await call.put('tried', ontology('tried', [order, orderId, entity('New', 'Else')]));
    const torn = (await api.send('POST', path)).json;
    expect(torn.effects.map((each: any) => each.type)).toEqual(['SemanticBranchConflictedEvent']);
    expect(torn.conflicts).toMatchObject([{ concept: 'New', field: 'description' }]);
    expect(await revisionOf('tried')).toBe(2);
    expect((await call.getBranch('tried', 'work')).json.status).toBe('open');
  });

  it('brings what the namespace has become into the branch by a rebase', async () => {
    await prepare('moved');
    await call.putBranch('moved', 'work', ontology('moved', [order, orderId, entity('Mine')]));
    await call.put('moved', ontology('moved', [order, orderId, entity('Theirs')]));
    const rebased = await api.send('POST', call.branchAt('moved', 'work', '/rebase'));
    expect(rebased.json).toMatchObject({ base_revision: 2, behind_target: false, status: 'open' });
    const { text } = await api.send('GET', call.branchAt('moved', 'work', '/ontology.yaml'));
    for (const name of ['Mine', 'Theirs']) expect(text).toContain(`concept: ${name}`);
    expect(await revisionOf('moved')).toBe(2);
    const { json } = await call.changes('moved', 'work');
    expect(json.map((each: any) => each.external_id)).toEqual(['Mine']);
    await call.put('moved', ontology('moved', [order, orderId, entity('Mine', 'Not yours')]));
    const torn = await api.send('POST', call.branchAt('moved', 'work', '/rebase'));
    expect([torn.status, torn.json.conflicted]).toEqual([200, true]);
  });

  it('lands without a new revision when both sides made the same change', async () => {
    await prepare('same');
    const text = ontology('same', [order.replace('confirmed', 'paid'), orderId]);
    await call.putBranch('same', 'work', text);
    await call.put('same', text);
    expect((await call.merge('same', 'work')).status).toBe(204);
    expect((await call.get('same')).headers.get('etag')).toBe('"2-yaml"');
    expect((await call.getBranch('same', 'work')).json).toMatchObject({
      status: 'merged',
      merged_revision: 2,
    });
  });

  it('goes into a namespace that had no ontology', async () => {
    await api.send('PUT', call.at('empty'), { body: { name: 'Empty' } });
    expect((await call.cut('empty', 'work')).json).toMatchObject({ base_revision: 0 });
    await call.putBranch('empty', 'work', ontology('empty'));
    expect((await call.merge('empty', 'work')).status).toBe(204);
    expect((await call.get('empty')).text).toBe(ontology('empty'));
  });

  it('asks for the permission on the owner, and on the one that the branch gives the namespace', async () => {
    await api.send('PUT', '/api/teams/finance', { body: team('finance') });
    const { text: key } = await api.newKey('team', { teamId: 'checkout' });
    await call.put('rights', `custom_properties: {owner: checkout}\n${ontology('rights')}`);
    const send = (method: string, rest = '', body?: string) =>
      api.send(method, call.branchAt('rights', 'work', rest), {
        key,
        ...(body !== undefined && { body, headers: { 'content-type': 'application/yaml' } }),
      });
    expect((await send('PUT')).status).toBe(200);
    await send(
      'PUT',
      '/ontology.yaml',
      `custom_properties: {owner: finance}\n${ontology('rights')}`,
    );
    const refused = await send('POST', '/merge');
    expect([refused.status, refused.json.code]).toEqual([403, 'permission_denied']);
    const other = (await api.newKey('team', { teamId: 'finance' })).text;
    expect(
      (await api.send('POST', call.branchAt('rights', 'work', '/merge'), { key: other })).status,
    ).toBe(403);
    expect((await call.merge('rights', 'work')).status).toBe(204);
    expect((await api.send('GET', call.at('rights'))).json.team).toBe('finance');
  });
});

describe('merging at once', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => `b${index}`);

  it('20 branches touching different concepts all land, revision +20', async () => {
    await call.put(
      'many',
      ontology(
        'many',
        twenty.map((name) => entity(name)),
      ),
    );
    for (const name of twenty) {
      await call.cut('many', name);
      const entries = twenty.map((one) => entity(one, one === name ? 'Changed' : undefined));
      await call.putBranch('many', name, ontology('many', entries));
    }
    const answers = await Promise.all(twenty.map((name) => call.merge('many', name)));
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(
      twenty.map(() => '204 '),
    );
    expect(await revisionOf('many')).toBe(21);
    expect((await call.get('many')).text).toBe(
      ontology(
        'many',
        twenty.map((name) => entity(name, 'Changed')),
      ),
    );
  });

  it('20 touching one field with different values: one lands, 19 are conflicted', async () => {
    await prepare('race');
    for (const name of twenty) {
      await call.cut('race', name);
      await call.putBranch(
        'race',
        name,
        ontology('race', [order.replace('confirmed', name), orderId]),
      );
    }
    const answers = await Promise.all(twenty.map((name) => call.merge('race', name)));
    const codes = answers.map(({ status, json }) => `${status} ${json?.code ?? 'landed'}`).sort();
    expect(codes).toEqual(['204 landed', ...twenty.slice(1).map(() => '409 branch_conflicted')]);
    expect(await revisionOf('race')).toBe(2);
    const branches = (await api.send('GET', call.at('race', '/branches'))).json;
    expect(branches.filter(({ conflicted }: any) => conflicted)).toHaveLength(19);
  });

  it('requests for one branch join the same work', async () => {
    await prepare('joined');
    await call.putBranch(
      'joined',
      'work',
      ontology('joined', [order]).replace(/ {4}relationships[^]*/, ''),
    );
    const [first, second] = await Promise.all([
      call.merge('joined', 'work'),
      call.merge('joined', 'work'),
    ]);
    expect([first?.status, second?.status]).toEqual([204, 204]);
    const merges = await api.database.knex('ontology_merges').where({ namespace_id: 'joined' });
    expect(merges).toHaveLength(1);
    await until('its work has ended', async () => {
      const row = await api.database.knex('work').where({ id: merges[0].work_id }).first();
      return row.state === 'DONE';
    });
  });
});
