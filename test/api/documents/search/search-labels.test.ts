import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { contract, product, team } from '../../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  const put = async (path: string, body: Record<string, unknown>) => {
    const answer = await api.send('PUT', `/api/${path}`, { body });
    expect([answer.text, answer.status]).toEqual([expect.any(String), 200]);
  };
  await put('teams/shop', team('shop', { name: 'Web Shop' }));
  await put('teams/crm', team('crm', { name: 'CRM' }));
  const namespace = 'semantics/experimental/namespaces/terms';
  await put(namespace, { namespace: 'terms', name: 'Terms', team: 'shop' });
  await put(`${namespace}/ontology.yaml`, ontologyOf('attrition'));
  const of = (name: string, classification?: string) => ({
    team: { name },
    description: { purpose: 'x' },
    schema: [{ name: 't', properties: [{ name: 'f', logicalType: 'string', classification }] }],
  });
  await put(
    'datacontracts/churn-rows',
    contract('churn-rows', { name: 'Churn rows', ...of('crm') }),
  );
  await put('datacontracts/offers', contract('offers', { name: 'Tariffs', ...of('shop', 'PII') }));
  await put(
    'dataproducts/price-book',
    product('price-book', ['offers'], {
      name: 'Price book',
      status: 'draft',
      team: { name: 'shop' },
    }),
  );
  await put('definitions/phone', { id: 'phone', owner: 'crm', title: 'Phone', pii: true });
  await put('definitions/color', { id: 'color', owner: 'crm', title: 'Color' });
});
afterAll(() => api.stop());

function ontologyOf(synonym: string): Record<string, unknown> {
  const labels = { 'skos:altLabel@en': ['price plan'] };
  return {
    name: 'terms',
    ontology: [
      { concept: 'Churn', id: 'churn', type: 'EntityType', synonyms: [synonym] },
      { concept: 'Tariff', id: 'tariff', type: 'EntityType', custom_properties: labels },
    ],
  };
}

const search = async (query: string, more: Record<string, string> = {}) => {
  const parameters = new URLSearchParams({ query, diagnostics: 'true', ...more });
  const { json } = await api.send('GET', `/api/search?${parameters.toString()}`);
  const ids = (json.results as { id: string }[]).map(({ id }) => id).toSorted();
  return { ...json, ids };
};

describe('other labels of a concept', () => {
  it('are searched as well, and the answer tells them and the reason', async () => {
    const found = await search('attrition');
    expect(found.ids).toEqual(['churn-rows', 'terms/churn']);
    expect(found.synonyms).toEqual([
      { words: 'attrition', labels: ['Churn'], concept: 'terms/churn' },
    ]);
    const [rows] = found.results.filter(({ id }: { id: string }) => id === 'churn-rows');
    expect(rows.match).toEqual({ field: 'name', excerpt: 'Churn rows' });
  });

  it('may have several words, in the plural and misspelled', async () => {
    expect((await search('price plans')).ids).toEqual(['offers', 'price-book', 'terms/tariff']);
    const misspelled = await search('atrition');
    expect(misspelled.ids).toContain('churn-rows');
    expect(misspelled.didYouMean).toBe('attrition');
  });

  it('do not widen a search of names, and follow every change of the ontology', async () => {
    expect((await search('attrition', { searchMode: 'FIND' })).ids).toEqual([]);
    const path = '/api/semantics/experimental/namespaces/terms/ontology.yaml';
    const body = ontologyOf('leaving');
    expect((await api.send('PUT', path, { body })).status).toBe(200);
    expect((await search('attrition')).ids).toEqual([]);
    expect((await search('leaving')).ids).toEqual(['churn-rows', 'terms/churn']);
  });

  it('stay in their organization', async () => {
    const organizationId = await api.newOrganization('without-terms');
    const { text: key } = await api.newKey('organization', { organizationId });
    const { json } = await api.send('GET', '/api/search?query=leaving', { key });
    expect(json).toMatchObject({ total: 0, results: [] });
    expect(json.synonyms).toBeUndefined();
  });
});

describe('filters in words', () => {
  it.each([
    ['team:crm', ['churn-rows', 'color', 'phone']],
    ['team:"web shop" type:product', ['price-book']],
    ['owner:SHOP type:contract tariffs', ['offers']],
    ['type:product status:Draft', ['price-book']],
    ['pii:yes', ['offers', 'phone', 'price-book']],
    ['pii:no type:definition', ['color']],
    ['type:definition,product pii:yes', ['phone', 'price-book']],
    ['team:nobody', []],
    ['find data contracts about tariffs pii:yes', ['offers']],
  ])('%j limits what is found', async (query, ids) => {
    expect((await search(query)).ids).toEqual(ids);
  });

  it('are told in the answer, counted in facets, and hold beside parameters', async () => {
    const found = await search('team:crm', { facets: 'type', resourceType: 'DEFINITION' });
    expect(found.ids).toEqual(['color', 'phone']);
    expect(found.filters).toEqual({ team: ['crm'] });
    expect((await search('team:crm', { teamId: 'shop' })).ids).toEqual([]);
    expect((await search('color:red')).filters).toBeUndefined();
  });
});
