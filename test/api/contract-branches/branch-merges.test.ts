import { product, team } from '../../support/builders/contracts.ts';
import {
  branchText,
  contractBranches,
  property,
} from '../../support/builders/contract-branches.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
let call: ReturnType<typeof contractBranches>;
const keys: Record<string, string> = {};
beforeAll(async () => {
  api = await startApi({ eventTypePrefix: '' });
  call = contractBranches(api);
  for (const [id, emailAddress] of [
    ['checkout', 'olga@example.com'],
    ['marketing', 'max@example.com'],
  ] as const) {
    const members = [{ emailAddress, role: 'Owner' }];
    await api.send('PUT', `/api/teams/${id}`, { body: team(id, { members }) });
    keys[id] = (await api.newKey('user', { email: emailAddress })).text;
  }
  keys['mia'] = (await api.newKey('user', { email: 'mia@example.com' })).text;
});
afterAll(() => api.stop());

const as = (name: string) => ({ key: keys[name] ?? '' });
const merge = (id: string, body?: object, options = {}) =>
  call.post(id, 'work', 'merge', body, options);

/** A contract with a branch that somebody else has written. */
async function branched(id: string, text: string): Promise<void> {
  await call.store(id, branchText(id));
  await call.cut(id, 'work', as('mia'));
  expect((await call.write(id, 'work', text, as('mia'))).status).toBe(200);
}
const adding = (id: string, name = 'status') => branchText(id, { more: property(name) });

describe('a merge', () => {
  it('saves the text of the branch, names its author, and ends the branch', async () => {
    const text = branchText('landed', { version: '1.1.0', more: property('status') });
    await branched('landed', text);
    const merged = await merge('landed', undefined, as('checkout'));
    expect([merged.status, merged.text, merged.headers.get('x-contract-change')]).toEqual([
      204,
      '',
      'minor',
    ]);
    expect(await call.stored('landed')).toBe(text);
    const { json: trail } = await api.send('GET', '/api/datacontracts/landed/audit');
    expect(trail[0]).toMatchObject({
      type: 'ChangeRequestAccepted',
      note: expect.stringContaining('Proposed by'),
    });
    expect((await call.get('landed', 'work')).status).toBe(404);
    expect((await merge('landed')).status).toBe(404);
    const list = await api.send('GET', '/api/change-requests?documentId=landed&status=accepted');
    expect(list.json).toMatchObject([{ branch: 'work', acceptedRevision: 2 }]);
    expect((await call.cut('landed', 'work')).json).toMatchObject({
      base_revision: 2,
      revision: 1,
    });
  });

  it('needs a version above that of the contract, or its name', async () => {
    await branched('bumped', adding('bumped'));
    const still = await merge('bumped', { update_port_versions: false });
    expect([still.status, still.json]).toMatchObject([
      422,
      {
        code: 'version_not_raised',
        detail: expect.stringContaining("Branch 'work' is still at version '1.0.0'"),
        suggestedVersion: '1.1.0',
      },
    ]);
    expect((await merge('bumped', { version: '0.9.0' })).json.code).toBe('version_not_raised');
    expect((await merge('bumped', { version: '1.1.0' })).status).toBe(204);
    expect(await call.stored('bumped')).toBe(
      branchText('bumped', { version: '1.1.0', more: property('status') }),
    );
    await branched('kept', adding('kept'));
    expect((await merge('kept', { version: '1.0.0' })).status).toBe(204);
    expect(await call.stored('kept')).toBe(adding('kept'));
  });

  it('refuses versions that cannot be compared with that of the contract', async () => {
    await branched('odd', adding('odd'));
    const odd = await merge('odd', { version: 'abc' });
    expect([odd.status, odd.json.code, odd.json.detail]).toEqual([
      422,
      'version_not_raised',
      "The version 'abc' cannot be compared with '1.0.0', which the data contract has: write a version such as '1.1.0'. Name a version above '1.0.0' to land with, or '1.0.0' to keep that of the data contract.",
    ]);
    await call.write('odd', 'work', branchText('odd', { version: 'abc', more: property('a') }));
    expect((await call.get('odd', 'work')).json.version_state).toBe('needsBump');
    expect((await merge('odd')).json.detail).toContain("'abc' cannot be compared");
    await call.write('odd', 'work', branchText('odd', { version: 'abc' }));
    expect((await merge('odd')).json.detail).toContain("'abc' cannot be compared");
    await call.write('odd', 'work', branchText('odd', { version: '0.9.0' }));
    expect((await merge('odd')).json.code).toBe('version_not_raised');
    expect(await call.stored('odd')).toBe(branchText('odd'));

    await call.store('lettered', branchText('lettered', { version: 'alpha' }));
    await call.cut('lettered', 'work');
    await call.write(
      'lettered',
      'work',
      branchText('lettered', { version: 'alpha', more: property('a') }),
    );
    expect((await merge('lettered')).json.detail).toContain("is still at version 'alpha'");
    expect((await merge('lettered', { version: 'beta' })).json.detail).toContain("such as '1.0.0'");
    expect((await merge('lettered', { version: '1.0.0' })).status).toBe(204);
  });

  it('of nothing is refused, and so are unknown members', async () => {
    await call.store('empty', branchText('empty'));
    await call.cut('empty', 'work');
    const nothing = await merge('empty');
    expect([nothing.status, nothing.json.code]).toEqual([409, 'nothing_to_merge']);
    expect((await merge('empty', { route: 'teleport' })).status).toBe(422);
  });

  it('as a pull request needs a Git connection, and leaves the branch', async () => {
    await branched('pulled', adding('pulled'));
    const { status, json } = await merge('pulled', { version: '1.1.0', route: 'pull_request' });
    expect([status, json.code]).toEqual([422, 'no_git_connection']);
    expect((await call.get('pulled', 'work')).status).toBe(200);
  });

  it('can be rehearsed', async () => {
    await branched('rehearsed', adding('rehearsed'));
    const { status, json } = await call.post('rehearsed', 'work', 'merge?dryRun=true', {
      version: '1.1.0',
    });
    expect([status, json.effects.map(({ type }: { type: string }) => type)]).toEqual([
      200,
      ['DataContractUpdatedEvent', 'ChangeRequestAcceptedEvent', 'ChangeRequestAccepted'],
    ]);
    expect(await call.stored('rehearsed')).toBe(branchText('rehearsed'));
    expect((await call.get('rehearsed', 'work')).status).toBe(200);
  });

  it('by two people at once lands once', async () => {
    await branched('twice', adding('twice'));
    const body = { version: '1.1.0' };
    const answers = await Promise.all([merge('twice', body), merge('twice', body)]);
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(204);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await api.send('GET', '/api/datacontracts/twice/versions')).json).toHaveLength(2);
  });

  it('obeys the announced version where the team enforces it', async () => {
    const custom = { contractChanges: 'enforce' };
    await api.send('PUT', '/api/teams/strict', { body: team('strict', { custom }) });
    const own = (text: string) => text.replace('checkout', 'strict');
    await call.store('enforced', own(branchText('enforced')));
    await call.cut('enforced', 'work');
    await call.write('enforced', 'work', own(adding('enforced')));
    const refused = await merge('enforced', { version: '1.0.1' });
    expect([refused.status, refused.json.code]).toEqual([422, 'breaking_change']);
    expect((await merge('enforced', { version: '1.1.0' })).status).toBe(204);
  });
});

describe('output ports', () => {
  const versions = async (id: string) =>
    (await api.send('GET', `/api/dataproducts/${id}`)).json.outputPorts.map(
      ({ version }: { version: string }) => version,
    );

  it('get the landed version if the merge asks for it', async () => {
    await branched('offered', adding('offered'));
    await api.send('PUT', '/api/dataproducts/shop', {
      body: product('shop', ['offered', 'other']),
    });
    const yaml = `# Kept\napiVersion: v1.0.0\nkind: DataProduct\nid: mart\nstatus: active\nteam: {name: checkout}\noutputPorts:\n  - name: a\n    version:   1.0.0\n    contractId: offered\n`;
    await api.send('PUT', '/api/dataproducts/mart', {
      headers: { 'content-type': 'application/yaml' },
      body: yaml,
    });
    expect((await merge('offered', { version: '1.1.0', update_port_versions: true })).status).toBe(
      204,
    );
    expect([await versions('shop'), await versions('mart')]).toEqual([
      ['1.1.0', '1.0.0'],
      ['1.1.0'],
    ]);
    const text = await api.send('GET', '/api/dataproducts/mart/dataproduct.yaml');
    expect(text.text).toBe(yaml.replace('version:   1.0.0', 'version:   1.1.0'));
    await call.cut('offered', 'work');
    await call.write('offered', 'work', adding('offered', 'amount'));
    expect((await merge('offered', { version: '2.0.0' })).status).toBe(204);
    expect(await versions('shop')).toEqual(['1.1.0', '1.0.0']);
  });

  it('of other teams need the permission there, and nothing lands without it', async () => {
    await branched('foreign', adding('foreign'));
    const body = product('theirs', ['foreign'], { team: { name: 'marketing' } });
    await api.send('PUT', '/api/dataproducts/theirs', { body });
    const refused = await merge(
      'foreign',
      { version: '1.1.0', update_port_versions: true },
      as('checkout'),
    );
    expect([refused.status, refused.json.code]).toEqual([403, 'permission_denied']);
    expect(await call.stored('foreign')).toBe(branchText('foreign'));
    expect(await versions('theirs')).toEqual(['1.0.0']);
  });
});

describe('a branch behind its contract', () => {
  it('merges with the changes of both sides', async () => {
    await branched('behind', adding('behind'));
    await call.store('behind', branchText('behind', { version: '1.0.1', status: 'deprecated' }));
    expect((await call.get('behind', 'work')).json).toMatchObject({
      behind_target: true,
      conflicted: false,
      change_count: 1,
    });
    expect((await merge('behind', { version: '1.1.0' })).status).toBe(204);
    expect(await call.stored('behind')).toBe(
      branchText('behind', { version: '1.1.0', status: 'deprecated', more: property('status') }),
    );
  });

  it('takes the changes of the contract with a rebase', async () => {
    await branched('rebased', adding('rebased'));
    await call.store('rebased', branchText('rebased', { status: 'deprecated' }));
    const rehearsed = await call.post('rebased', 'work', 'rebase?dryRun=true');
    expect(rehearsed.status).toBe(200);
    expect((await call.get('rebased', 'work')).json.behind_target).toBe(true);
    const { status, json } = await call.post('rebased', 'work', 'rebase');
    expect([status, json]).toMatchObject([
      200,
      { behind_target: false, base_revision: 2, change_count: 1 },
    ]);
    const text = await api.send('GET', call.at('rebased', 'work', '/datacontract.yaml'));
    expect(text.text).toBe(
      branchText('rebased', { status: 'deprecated', more: property('status') }),
    );
  });
});

describe('a conflict', () => {
  const conflicted = async (id: string): Promise<void> => {
    await branched(id, branchText(id, { status: 'draft', more: property('status') }));
    await call.store(id, branchText(id, { status: 'deprecated' }));
  };
  const conflicts = [{ path: 'status', base: 'active', target: 'deprecated', branch: 'draft' }];

  it('is refused with both sides, and saves nothing', async () => {
    await conflicted('torn');
    const { status, json } = await merge('torn', { version: '1.1.0' });
    expect([status, json]).toMatchObject([409, { code: 'branch_conflicted', conflicts }]);
    expect((await call.get('torn', 'work')).json).toMatchObject({
      conflicted: true,
      conflicts,
      conflict_count: 1,
    });
    expect(await call.stored('torn')).toBe(branchText('torn', { status: 'deprecated' }));
  });

  it('is mended by a new text, which starts from the contract as it was then', async () => {
    await conflicted('mended');
    const { json } = await call.post('mended', 'work', 'rebase');
    expect(json).toMatchObject({ conflicted: true, conflicts });
    const text = branchText('mended', { status: 'draft', more: property('note') });
    expect((await call.write('mended', 'work', text)).status).toBe(200);
    expect((await call.get('mended', 'work')).json).toMatchObject({
      conflicted: false,
      behind_target: false,
      base_revision: 2,
    });
    expect((await merge('mended', { version: '2.0.0' })).status).toBe(204);
    expect(await call.stored('mended')).toContain('status: draft');
  });

  it('is not decided by choices for other paths, which are named', async () => {
    await conflicted('misread');
    const choices = [
      { path: 'status', take: 'branch' },
      { path: 'nope', take: 'branch' },
    ];
    const { status, json } = await call.post('misread', 'work', 'rebase', { choices });
    expect([status, json.code, json.detail]).toEqual([
      422,
      'invalid_body',
      'The body is not as it must be: choices name paths that do not conflict: nope; these conflict: status.',
    ]);
    expect((await call.get('misread', 'work')).json).toMatchObject({ behind_target: true });
    expect((await merge('misread', { version: '1.1.0' })).json.conflicts).toEqual(conflicts);
    await branched('calm', adding('calm'));
    const calm = await call.post('calm', 'work', 'rebase', { choices });
    expect([calm.status, calm.json.detail]).toEqual([422, expect.stringContaining('nothing conf')]);
  });

  it.each([
    ['target', 'deprecated'],
    ['branch', 'draft'],
  ])('is decided with a rebase that takes the side %s', async (take, status) => {
    const id = `decided-${take}`;
    await conflicted(id);
    const choices = [{ path: 'status', take }];
    const { json } = await call.post(id, 'work', 'rebase', { choices });
    expect(json).toMatchObject({ conflicted: false, behind_target: false });
    const text = await api.send('GET', call.at(id, 'work', '/datacontract.yaml'));
    expect(text.text).toBe(branchText(id, { status, more: property('status') }));
  });
});

it('events say which branch they are about', async () => {
  await branched('told', adding('told'));
  await merge('told', { version: '1.1.0' });
  await call.cut('told', 'gone');
  await api.send('DELETE', call.at('told', 'gone'));
  const rows = await api.database
    .knex('events')
    .where({ subject_kind: 'change-request' })
    .orderBy('id')
    .select('type', 'data');
  const told = rows
    .map(({ type, data }) => ({ type, ...JSON.parse(data) }))
    .filter(({ documentId }) => documentId === 'told');
  expect(told.map(({ type, branch }) => [type, branch])).toEqual([
    ['ChangeRequestCreatedEvent', 'work'],
    ['ChangeRequestUpdatedEvent', 'work'],
    ['ChangeRequestAcceptedEvent', 'work'],
    ['ChangeRequestCreatedEvent', 'gone'],
    ['ChangeRequestWithdrawnEvent', 'gone'],
  ]);
});
