import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { entity, ontology, order, semantics } from '../../support/builders/ontologies.ts';

let api: TestApi;
let call: ReturnType<typeof semantics>;
beforeAll(async () => {
  api = await startApi();
  call = semantics(api);
});
afterAll(() => api.stop());

const types = { ttl: 'text/turtle', jsonld: 'application/ld+json', rdf: 'application/rdf+xml' };
type Ending = keyof typeof types;
const put = (namespace: string, ending: Ending, body: string, query = '') =>
  api.send('PUT', call.at(namespace, `/ontology.${ending}${query}`), {
    body,
    headers: { 'content-type': types[ending] },
  });
const get = (namespace: string, ending: Ending) =>
  api.send('GET', call.at(namespace, `/ontology.${ending}`));

const shop = `@prefix : <https://example.com/shop#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<https://example.com/shop> a owl:Ontology ; rdfs:label "The shop" .
:Order a owl:Class ; rdfs:label "Order" ; rdfs:comment "What customers place" .
:Customer a owl:Class ; rdfs:label "Customer" .
:placedBy a owl:ObjectProperty ; rdfs:label "placed by" ; rdfs:domain :Order ; rdfs:range :Customer .
`;

it('Turtle becomes an ontology, which is there as YAML, concepts and under its IRIs', async () => {
  const { status, json, headers } = await put('shop', 'ttl', shop);
  expect([status, json]).toEqual([200, { notes: expect.any(Array) }]);
  expect(headers.get('etag')).toBe('"1-yaml"');
  const concepts = (await api.send('GET', call.at('shop', '/concepts'))).json;
  expect(concepts).toMatchObject([
    { id: 'Customer', name: 'Customer', kind: 'entity' },
    { id: 'Order', description: 'What customers place' },
  ]);
  expect((await api.send('GET', call.at('shop'))).json.name).toBe('The shop');
  const iri = encodeURIComponent('https://example.com/shop#Order');
  expect((await api.send('GET', `/api/semantics?iri=${iri}`)).json.name).toBe('Order');
  const yaml = (await call.get('shop')).text;
  expect((await call.put('shop', yaml)).headers.get('etag')).toBe('"1-yaml"');
});

it.each(['ttl', 'jsonld'] as const)('an ontology comes back from its .%s', async (ending) => {
  await call.put('source', ontology('source'));
  const shown = await get('source', ending);
  expect([shown.status, shown.headers.get('content-type')?.split(';')[0]]).toEqual([
    200,
    types[ending],
  ]);
  expect(shown.text).toContain(`${api.address}/semantics/source/order`);
  const again = shown.text.replaceAll('/semantics/source', `/semantics/copy-${ending}`);
  expect((await put(`copy-${ending}`, ending, again)).status).toBe(200);
  const concepts = async (namespace: string) =>
    (await api.send('GET', call.at(namespace, '/concepts'))).json;
  expect(await concepts(`copy-${ending}`)).toEqual(await concepts('source'));
});

it('RDF/XML is read, and what it cannot say is told', async () => {
  const text = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#">
    <owl:Class rdf:about="https://example.com/x#A"><rdfs:label>A</rdfs:label>
      <rdfs:subClassOf><owl:Restriction>
        <owl:onProperty rdf:resource="https://example.com/x#p"/>
        <owl:someValuesFrom rdf:resource="https://example.com/x#B"/>
      </owl:Restriction></rdfs:subClassOf>
    </owl:Class></rdf:RDF>`;
  const { status, json } = await put('xml', 'rdf', text);
  expect(status).toBe(200);
  expect(json.notes).toMatchObject([{ kind: 'restriction', count: 1 }]);
});

it.each([
  ['ttl', 'this is no Turtle', 400, 'malformed_body'],
  ['rdf', '<!DOCTYPE x [<!ENTITY a "b">]><rdf:RDF/>', 422, 'invalid_body'],
  ['jsonld', '{"@context": "https://example.com/context"}', 422, 'invalid_body'],
  ['jsonld', '{"@id": ', 400, 'malformed_body'],
] as const)('bad .%s is refused: %s', async (ending, text, status, code) => {
  const answer = await put('broken', ending, text);
  expect([answer.status, answer.json.code]).toEqual([status, code]);
  expect((await api.send('GET', call.at('broken'))).status).toBe(404);
});

it('empties no namespace that has concepts', async () => {
  await call.put('kept', ontology('kept'));
  const before = (await call.get('kept')).text;
  const other = '<https://example.com/me> <http://xmlns.com/foaf/0.1/name> "Me" .';
  for (const body of ['# Nothing\n', other]) {
    const { status, json } = await put('kept', 'ttl', body);
    expect([status, json.code, json.detail]).toEqual([
      422,
      'invalid_document',
      expect.stringContaining('would remove all concepts'),
    ]);
  }
  expect((await call.get('kept')).text).toBe(before);
  const made = await put('wrong-file', 'ttl', other);
  expect([made.status, made.json.detail]).toEqual([
    422,
    expect.stringContaining("would make the namespace 'wrong-file' without any"),
  ]);
  expect((await api.send('GET', call.at('wrong-file'))).status).toBe(404);
  await call.put('bare', 'name: bare\nontology: []\n');
  expect((await put('bare', 'ttl', (await get('bare', 'ttl')).text)).status).toBe(200);
});

it('says which member of JSON-LD has no meaning', async () => {
  const context = { owl: 'http://www.w3.org/2002/07/owl#', ex: 'https://example.com/' };
  const graph = [{ '@id': 'ex:A', '@type': 'owl:Class', note: 'x' }];
  const body = JSON.stringify({ '@context': context, '@graph': graph });
  const { status, json } = await put('terms', 'jsonld', body);
  expect([status, json.detail]).toEqual([
    400,
    expect.stringContaining("its member 'note' is not defined in the @context"),
  ]);
});

it('a rehearsal lists removed concepts first, with their users, and counts all', async () => {
  await call.put('replaced', ontology('replaced'));
  const url = 'https://terms.example.com/semantics/replaced/order_id';
  const links = { authoritativeDefinitions: [{ type: 'semantics', url }] };
  const path = '/api/datacontracts/uses';
  const owner = await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  expect(owner.status).toBe(200);
  expect((await api.send('PUT', path, { body: contract('uses', links) })).status).toBe(200);
  const entries = [
    entity('Gift'),
    order.replace('A confirmed', 'An old').replace(/ {4}rel[^]*/, ''),
  ];
  const { json } = await api.send('PUT', call.at('replaced', '/ontology.yaml?dryRun=true'), {
    body: ontology('replaced', entries),
    headers: { 'content-type': 'application/yaml' },
  });
  expect(json.counts).toEqual({ added: 1, changed: 1, removed: 1 });
  expect(json.changes).toMatchObject([
    { op: 'remove', name: 'Order ID', usages: [{ id: 'uses' }] },
    { op: 'update', name: 'Order' },
    { op: 'add', name: 'Gift' },
  ]);
  expect((await call.get('replaced')).text).toBe(ontology('replaced'));
});

it('is rehearsed, and asks for its type', async () => {
  const { json } = await put('tried', 'ttl', shop, '?dryRun=true');
  expect(json.effects).toHaveLength(2);
  expect([json.counts, json.notes]).toEqual([
    { added: 2, changed: 0, removed: 0 },
    expect.any(Array),
  ]);
  expect((await api.send('GET', call.at('tried'))).status).toBe(404);
  const typeless = await api.send('PUT', call.at('tried', '/ontology.ttl'), { body: shop });
  expect([typeless.status, typeless.json.detail]).toEqual([
    415,
    expect.stringContaining('text/turtle'),
  ]);
});
