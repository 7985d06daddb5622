import { parse } from 'yaml';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import {
  cutProject,
  readManifest,
  tablesOf,
  withCatalog,
} from '../../../web/src/features/new-document/dbt-project.ts';
import {
  contractTemplates,
  fillTemplate,
  idOfName,
  productOfContracts,
  productTemplates,
} from '../../../web/src/features/new-document/templates.ts';
import { readUpload } from '../../../web/src/features/new-document/uploads.ts';
import { dbtCatalog, dbtManifest } from '../../support/builders/dbt-project.ts';

const chosen = { id: 'web-orders', name: 'Orders: "all" # of them', team: 'check: out' };
const expected = { id: chosen.id, name: chosen.name, team: { name: chosen.team } };

it.each(contractTemplates.map((each) => [each.key, each.text]))(
  'the template %s is a valid contract',
  (_, text) => {
    const document = parse(fillTemplate(text, chosen));
    expect(dataContract.validate(document)).toEqual([]);
    expect(document).toMatchObject(expected);
  },
);

it.each(productTemplates.map((each) => [each.key, each.text]))(
  'the template %s is a valid product',
  (_, text) => {
    const document = parse(fillTemplate(text, chosen));
    expect(dataProduct.validate(document)).toEqual([]);
    expect(document).toMatchObject(expected);
  },
);

it('makes a product of contracts', () => {
  const contracts = [
    { id: 'orders', name: 'Orders' },
    { id: '7', name: 'yes: no' },
    { id: 'null', name: 'True' },
  ];
  const document = parse(productOfContracts(contracts, chosen));
  expect(dataProduct.validate(document)).toEqual([]);
  expect(document.outputPorts).toEqual([
    { name: 'orders', description: 'Orders', version: '1.0.0', contractId: 'orders' },
    { name: '7', description: 'yes: no', version: '1.0.0', contractId: '7' },
    { name: 'null', description: 'True', version: '1.0.0', contractId: 'null' },
  ]);
});

it.each([
  ['Web Orders', 'web-orders'],
  ['  Größe (m²) ', 'grosse-m2'],
  ['日本', ''],
])('makes of the name %s the id %s', (name, id) => {
  expect(idOfName(name)).toBe(id);
});

describe('a file', () => {
  const read = (text: string, kind: 'datacontracts' | 'dataproducts' = 'datacontracts') =>
    readUpload(new File([text], 'x.yaml'), kind);

  it('keeps the comments of YAML and makes YAML of JSON', async () => {
    const yaml = '# kept\nkind: DataContract\nid: orders\n';
    expect(await read(yaml)).toEqual({ text: yaml, id: 'orders' });
    expect(await read('{"kind":"DataContract","id":"orders"}')).toEqual({
      text: 'kind: DataContract\nid: orders\n',
      id: 'orders',
    });
    const old = 'dataContractSpecification: 1.1.0\nid: old\n';
    expect(await read(old)).toEqual({ text: old, id: 'old' });
  });

  it.each([
    ['kind: [', 'x.yaml is neither YAML nor JSON'],
    ['- a', 'x.yaml is no data contract'],
    ['kind: DataProduct', 'x.yaml is no data contract'],
    ['', 'x.yaml is no data contract'],
    [`kind: DataContract\nx: ${'y'.repeat(5_000_000)}`, 'x.yaml is larger than 5 MB'],
  ])('that is none is refused', async (text, problem) => {
    expect(await read(text)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

describe('a dbt project', () => {
  const project = readManifest(JSON.stringify(dbtManifest()));
  if (project === undefined) throw new Error('the manifest was not read');

  it('lists what can be described, models first', () => {
    expect(tablesOf(project).map(({ id }) => id)).toEqual([
      'model.shop.orders',
      'model.shop.stg_orders',
      'snapshot.shop.orders_history',
      'seed.shop.countries',
      'source.shop.marts.orders',
      'source.shop.raw.orders',
    ]);
  });

  it('is cut to what was chosen, its tests and its part of the catalog', () => {
    const whole = withCatalog(project, JSON.stringify(dbtCatalog()));
    if (whole === undefined) throw new Error('the catalog was not read');
    const { manifest, catalog, nodes } = cutProject(whole, ['model.shop.orders']);
    expect(nodes).toEqual(['model.shop.orders']);
    expect(manifest.sources).toEqual({});
    const kinds = Object.values(manifest.nodes).map((node) => node['resource_type']);
    expect(kinds).toEqual(['model', ...Array.from({ length: 6 }, () => 'test')]);
    expect(manifest.nodes['model.shop.orders']).not.toHaveProperty('raw_code');
    expect(Object.keys(catalog?.nodes ?? {})).toEqual(['model.shop.orders']);
  });

  it.each(['', 'x', '[]', '{}', '{"metadata":{}}'])('is not read from %s', (text) => {
    expect(readManifest(text)).toBeUndefined();
    expect(withCatalog(project, text)).toBeUndefined();
  });
});
