import { documentOf, json, megabyte, namespaces, put, yaml } from './request.ts';
import type { HostileRequest } from './request.ts';

export function* ontologies(): Generator<HostileRequest> {
  const path = `${namespaces}/stalls/ontology`;
  const concepts = Array.from(
    { length: 20_000 },
    (_, index) => `  - {id: c${index}, name: C ${index}, type: class}`,
  ).join('\n');
  yield put(
    'ontology, empty lists',
    `${path}.yaml`,
    documentOf('name: stalls\nontology: [', '[]', ']\n'),
    yaml,
  );
  yield put(
    'ontology, 20,000 concepts',
    `${path}.yaml`,
    `name: stalls\nontology:\n${concepts}\n`,
    yaml,
  );
  yield put(
    'ontology as JSON, 31 MB',
    `${path}.yaml`,
    documentOf('{"name":"stalls","ontology":[', '[]', ']}', 31 * megabyte),
  );
  const turtle = 'text/turtle';
  yield put(
    'Turtle, nested 600 kB',
    `${path}.ttl`,
    `<a:a> <a:b> ${'[ <a:b> '.repeat(75_000)}`,
    turtle,
  );
  yield put('Turtle, lists 600 kB', `${path}.ttl`, `<a:a> <a:b> ${'('.repeat(600_000)}`, turtle);
  const triples = Array.from(
    { length: 90_000 },
    (_, index) => `<a:${index}> a <http://www.w3.org/2002/07/owl#Class> .`,
  ).join('\n');
  yield put('Turtle, 90,000 classes', `${path}.ttl`, triples, turtle);
  yield put('JSON-LD, empty lists', `${path}.jsonld`, documentOf('{"@graph":[', '[]', ']}'), json);
  yield put('RDF/XML, nested', `${path}.rdf`, '<a>'.repeat(1_600_000), 'application/rdf+xml');
}

export const reads = (): HostileRequest[] =>
  [
    '/api/datacontracts/stalls',
    '/api/datacontracts/stalls/datacontract.yaml',
    '/api/dataproducts/stalls',
    '/api/dataproducts/stalls/dataproduct.yaml',
    '/api/dataproducts/stalls?format=odps',
    '/api/assets/stalls',
    '/api/settings/customization',
    '/api/settings/customization.yaml',
    '/api/export',
    '/api/datacontracts/stalls/changes',
    '/api/datacontracts/stalls/revisions',
    '/api/assets',
    '/api/search?query=stalls',
    '/api/test-results/stalls',
    `${namespaces}/stalls/ontology.ttl`,
    `${namespaces}/stalls/diff`,
  ].map((path) => ({ what: `GET ${path}`, method: 'GET', path }));
