import { collections } from '../../../../cli/files/collections.ts';
import { orderDocuments } from '../../../../cli/files/order-documents.ts';
import { readDocuments } from '../../../../cli/files/read-documents.ts';
import { scanHead } from '../../../../cli/files/scan-head.ts';
import { kindsByDependency } from '../../../../domain/kinds/dependency-order.ts';

const read = (location: string, text: string) =>
  readDocuments({ file: location, location: `/work/${location}`, text });
const namesOf = (location: string, text: string) =>
  read(location, text).map((document) => document && `${document.resource}/${document.id}`);

describe('collections', () => {
  it('are those of the server, in its order', () => {
    expect(collections).toEqual(kindsByDependency.map(({ collection }) => collection));
  });
});

describe('scanHead', () => {
  it.each([
    ['id: a\nkind: DataContract\n', { resource: 'datacontracts', id: 'a' }],
    ['---\n# c\nid: "a b" # why\nparent: \'p\'\n', { resource: undefined, id: 'a b', parent: 'p' }],
    ['dataContractSpecification: "1.1.0"\r\nid: a\r\n', { resource: 'datacontracts', id: 'a' }],
    ['text: |\n  id: inside\nid: a\n', { resource: undefined, id: 'a' }],
  ])('reads %j', (text, head) => {
    expect(scanHead(text)).toMatchObject(head);
  });

  it.each([
    '{"id":"a"}',
    'id: 1\n',
    'id: null\n',
    'id: *anchor\n',
    'id: &a x\n',
    'id: a\nid: b\n',
    'id: "\\u0061"\n',
    'id:\n  a\n',
    'resource: teams\nid: a\n',
    'id: a\n---\nid: b\n',
    '- id: a\n',
    'name: x\n',
  ])('leaves %j to the parser', (text) => {
    expect(scanHead(text)).toBeUndefined();
  });
});

describe('readDocuments', () => {
  it('knows a kind by the document, by a folder around it, and by a record', () => {
    expect(namesOf('x/a.yaml', 'kind: DataProduct\nid: a\n')).toEqual(['dataproducts/a']);
    expect(namesOf('contracts/teams/a.yaml', 'id: a\nname: A\n')).toEqual(['teams/a']);
    expect(namesOf('Source-Systems/eu/a%2Fb.json', '{"name":"A"}')).toEqual(['sourcesystems/a/b']);
    expect(namesOf('classification-schemes/a.yaml', 'externalId: c\n')).toEqual([
      'classification-schemes/c',
    ]);
    const record = '{"resource":"tags","id":"t","document":{"id":"t"}}';
    expect(namesOf('all.ndjson', `${record}\n\n${record}\n`)).toEqual(['tags/t', 'tags/t']);
    expect(namesOf('all.json', '{"id":"x"}')).toEqual([undefined]);
  });

  it('splits a stream of YAML at its marks, and names the lines', () => {
    const text = '# head\n---\nid: a\n---\n# b\nid: b\n---\n';
    expect(read('teams/all.yaml', text).map((document) => document?.line)).toEqual([2, 4]);
    expect(namesOf('teams/all.yaml', text)).toEqual(['teams/a', 'teams/b']);
    expect(read('teams/one.yaml', '---\nid: a\n')[0]?.text).toBe('---\nid: a\n');
    expect(read('teams/none.yaml', ' \n')).toEqual([]);
  });

  it('says where a text is broken', () => {
    expect(() => read('teams/a.yaml', 'id: a\n---\nid: [b\n')).toThrow(/teams\/a\.yaml:[34]:/);
    expect(() => read('teams/a.json', '{')).toThrow(/teams\/a\.json:1: this is no JSON/);
    expect(() => read('teams/a.json', '[]')).toThrow('must be an object');
  });
});

describe('orderDocuments', () => {
  const document = (resource: string, id: string, parent?: string) => ({
    resource,
    id,
    parent,
    format: 'yaml' as const,
    text: '',
    file: '',
    line: 1,
  });

  it('puts parents and referenced kinds first, and ends for a cycle', () => {
    const sent = [
      document('dataproducts', 'p'),
      document('teams', 'leaf', 'middle'),
      document('datacontracts', 'c'),
      document('teams', 'middle', 'root'),
      document('teams', 'root'),
      document('teams', 'x', 'y'),
      document('teams', 'y', 'x'),
    ];
    const order = orderDocuments(sent).map(({ id }) => id);
    expect(order.filter((id) => !'xy'.includes(id))).toEqual(['root', 'middle', 'leaf', 'c', 'p']);
    expect(order).toHaveLength(7);
  });
});
