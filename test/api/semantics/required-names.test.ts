import { listConceptNames } from '../../../db/tables/semantics/namespace-concepts.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { entity, ontology, semantics } from '../../support/builders/ontologies.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let call: ReturnType<typeof semantics>;
beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api);
  call = semantics(api);
  const words = Array.from({ length: 200 }, (_, place) => word(place));
  expect((await call.put('words', ontology('words', words))).status).toBe(200);
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

const word = (place: number): string =>
  entity(`Word ${place}`).replace('\n', `\n    id: word_${place}\n`);

const extending = (name: string, named: string, description = 'One'): string =>
  ontology(name, [entity('Own', description).replace('\n', `\n    extends: [${named}]\n`)]).replace(
    'ontology:',
    'requires: [words]\nontology:',
  );

/** Most ids and names of required namespaces that one statement was asked for meanwhile, and how many statements. */
async function askedDuring(act: () => Promise<unknown>): Promise<{ most: number; times: number }> {
  const asked: number[] = [];
  const note = ({ sql, bindings }: { sql: string; bindings: unknown[] }): void => {
    if (sql.includes('as names from')) asked.push((bindings[2] as string[]).length);
  };
  const { knex } = api.database;
  knex.on('query', note);
  try {
    await act();
  } finally {
    knex.off('query', note);
  }
  return { most: Math.max(0, ...asked), times: asked.length };
}

it('only the names that are wanted are read of a namespace', async () => {
  const { knex } = api.database;
  const wanted = ['Word 7', 'word_8', 'Nothing'];
  const found = await listConceptNames(knex, api.organizationId, ['words', 'none'], wanted);
  expect(found.map(({ namespaceId }) => namespaceId)).toEqual(['words']);
  expect(found[0]?.names.toSorted()).toEqual(['Word 7', 'Word 8', 'word_7', 'word_8']);
  expect(await listConceptNames(knex, api.organizationId, ['words'], [])).toEqual([]);
});

it('an upload asks for what it names', async () => {
  const asked = await askedDuring(async () => {
    expect((await call.put('one', extending('one', 'Word 3'))).status).toBe(200);
    expect((await call.put('one', extending('one', 'word_3'))).status).toBe(200);
    expect((await call.put('one', extending('one', 'Word 300'))).status).toBe(422);
  });
  expect(asked).toEqual({ most: 1, times: 3 });
});

it('an edit asks for what the document and the edit name', async () => {
  await call.put('edited', extending('edited', 'Word 3'));
  const path = call.at('edited', '/relationships/linked');
  const put = (concept: string) =>
    api.send('PUT', path, {
      body: { name: 'linked', type: 'relatedTo', roles: [{ concept: 'Own' }, { concept }] },
    });
  const asked = await askedDuring(async () => {
    expect((await put('Word 5')).status).toBe(200);
    expect((await put('Word 500')).status).toBe(422);
  });
  expect(asked.times).toBe(2);
  expect(asked.most).toBeLessThan(20);
  expect((await call.get('edited')).text).toContain('Word 5');
});

const linking = (named: string): string =>
  ontology('merged', [
    `${entity('Own')}    relationships:\n      - name: linked\n        roles: [{concept: ${named}}]\n`,
  ]).replace('ontology:', 'requires: [words]\nontology:');

it('a merge asks for what its sides name, and a resolution for what the choices name', async () => {
  expect((await call.put('merged', linking('Word 1'))).status).toBe(200);
  await call.cut('merged', 'work');
  await call.putBranch('merged', 'work', linking('Word 2'));
  await call.put('merged', linking('Word 3'));
  const resolve = (value: string) => {
    const choice = { concept: 'Own', field: 'relationships[linked].roles[0].concept' };
    const choices = [{ ...choice, take: 'value', value }];
    return api.send('POST', call.branchAt('merged', 'work', '/resolve'), { body: { choices } });
  };
  const asked = await askedDuring(async () => {
    expect((await call.merge('merged', 'work')).status).toBe(409);
    expect((await resolve('Word 9')).status).toBe(200);
    expect((await call.merge('merged', 'work')).status).toBe(204);
  });
  expect(asked.times).toBe(3);
  expect(asked.most).toBeLessThan(10);
  expect((await call.get('merged')).text).toContain('concept: Word 9');
});
