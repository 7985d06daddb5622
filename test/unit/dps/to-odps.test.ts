import { toOdps } from '../../../domain/standards/dps/to-odps.ts';
import { isDps } from '../../../domain/standards/versions.ts';
import { validateProduct } from '../../../domain/standards/odps/validate.ts';

const document = {
  dataProductSpecification: '0.0.1',
  id: 'stock',
  info: {
    title: 'Stock',
    description: 'What lies in the shelves',
    owner: 'fulfillment',
    domain: 'logistics',
    archetype: 'source-aligned',
    icon: 'box',
  },
  inputPorts: [{ id: 'raw', name: 'Raw stock', sourceSystemId: 'warehouse', type: 'kafka' }],
  outputPorts: [
    {
      id: 'stock-v1',
      name: 'Stock (v1)',
      type: 'postgres',
      status: 'active',
      dataContractId: 'stock-contract',
      containsPii: false,
      autoApprove: true,
      server: { host: 'db.example.com', schema: 'stock' },
      environment: 'prod',
      links: { page: 'https://example.com/stock', wiki: '/wiki/stock' },
      custom: { role: 'reader' },
      tags: ['stock'],
    },
  ],
  links: { docs: 'https://example.com/docs' },
  custom: { platform: 'warehouse' },
  tags: ['demo'],
  assets: [{ id: 'a' }],
};

describe('a data product of the deprecated specification as ODPS', () => {
  it('keeps everything that it said', () => {
    const odps = toOdps(document);
    expect(validateProduct(odps)).toEqual([]);
    expect(odps).toEqual({
      apiVersion: 'v1.0.0',
      kind: 'DataProduct',
      id: 'stock',
      name: 'Stock',
      status: 'draft',
      domain: 'logistics',
      description: { purpose: 'What lies in the shelves' },
      tags: ['demo'],
      authoritativeDefinitions: [{ type: 'docs', url: 'https://example.com/docs' }],
      customProperties: [
        { property: 'type', value: 'source-aligned' },
        { property: 'icon', value: 'box' },
        { property: 'platform', value: 'warehouse' },
        { property: 'assets', value: [{ id: 'a' }] },
      ],
      inputPorts: [
        {
          name: 'raw',
          version: '',
          contractId: '',
          customProperties: [
            { property: 'displayName', value: 'Raw stock' },
            { property: 'sourceSystemId', value: 'warehouse' },
            { property: 'type', value: 'kafka' },
          ],
        },
      ],
      outputPorts: [
        {
          name: 'stock-v1',
          version: '',
          type: 'postgres',
          contractId: 'stock-contract',
          tags: ['stock'],
          authoritativeDefinitions: [{ type: 'page', url: 'https://example.com/stock' }],
          customProperties: [
            { property: 'displayName', value: 'Stock (v1)' },
            { property: 'status', value: 'active' },
            { property: 'containsPii', value: false },
            { property: 'autoApprove', value: true },
            { property: 'server', value: { host: 'db.example.com', schema: 'stock' } },
            { property: 'environment', value: 'prod' },
            { property: 'role', value: 'reader' },
            { property: 'links', value: { wiki: '/wiki/stock' } },
          ],
        },
      ],
      team: { name: 'fulfillment' },
    });
  });

  it('is the document itself when it is written by ODPS', () => {
    const odps = toOdps(document);
    expect(toOdps(odps)).toBe(odps);
  });

  it('is known by its marker, or by its title when nothing says what it is', () => {
    expect(isDps({ dataProductSpecification: 'any' })).toBe(true);
    expect(isDps({ info: { title: 'T' } })).toBe(true);
    expect(isDps({ info: { title: 'T' }, kind: 'DataProduct' })).toBe(false);
    expect(isDps({ info: {} })).toBe(false);
  });
});
