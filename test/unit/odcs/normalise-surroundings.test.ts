import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';

const odcs = (more: Record<string, unknown>): Record<string, unknown> => ({
  kind: 'DataContract',
  apiVersion: 'v3.2.0',
  id: 'orders',
  ...more,
});

describe('what a contract says around its data', () => {
  it('has support, roles, a price and links', () => {
    const contract = normaliseContract(
      odcs({
        tenant: 'shop',
        domain: 'sales',
        dataProduct: 'orders',
        support: [
          { channel: '#orders', url: 'https://chat/orders', tool: 'slack' },
          { url: 'x:y' },
          {},
        ],
        roles: [
          {
            role: 'reader',
            access: 'read',
            firstLevelApprovers: 'ann',
            secondLevelApprovers: 'bob',
          },
          { access: 'write' },
        ],
        price: { priceAmount: 9.95, priceCurrency: 'EUR', priceUnit: 'megabyte' },
        authoritativeDefinitions: [{ type: 'tutorial', url: '/orders' }, { type: 'none' }],
        description: { authoritativeDefinitions: [{ type: 'glossary', url: '/words' }] },
      }),
    );
    expect(contract).toMatchObject({ tenant: 'shop', domain: 'sales', dataProduct: 'orders' });
    expect(contract.support.map(({ channel, url }) => [channel, url])).toEqual([
      ['#orders', 'https://chat/orders'],
      ['x:y', 'x:y'],
    ]);
    expect(contract.roles).toEqual([
      { role: 'reader', access: 'read', approvers: ['ann', 'bob'], description: undefined },
    ]);
    expect(contract.price).toEqual({ amount: 9.95, currency: 'EUR', unit: 'megabyte' });
    expect(contract.authoritativeDefinitions.map(({ url }) => url)).toEqual(['/orders', '/words']);
  });

  it.each([
    ['3.1', { team: { name: 'sales', members: [{ username: 'ann', role: 'owner' }] } }],
    ['3.0', { team: [{ username: 'ann', role: 'owner' }] }],
    ['2.2', { stakeholders: [{ username: 'ann', role: 'owner' }] }],
  ])('has the people of version %s', (_, more) => {
    expect(normaliseContract(odcs(more)).teamMembers).toMatchObject([
      { username: 'ann', role: 'owner' },
    ]);
  });

  it('has the contact of a document of DCS', () => {
    const contact = { name: 'Ann', email: 'ann@shop.example' };
    const contract = normaliseContract({ dataContractSpecification: '1.2.1', info: { contact } });
    expect(contract.support).toMatchObject([{ channel: 'Ann', url: 'mailto:ann@shop.example' }]);
    expect(contract).toMatchObject({ teamMembers: [], roles: [], price: undefined });
  });

  it('keeps what custom rules are implemented with and what service levels mean', () => {
    const contract = normaliseContract(
      odcs({
        schema: [
          { name: 't', quality: [{ type: 'custom', engine: 'soda', implementation: { a: 1 } }] },
        ],
        slaProperties: [{ property: 'latency', value: 4, description: 'At night' }],
      }),
    );
    expect(contract.tables[0]?.quality[0]?.implementation).toEqual({ a: 1 });
    expect(contract.slaProperties[0]?.description).toBe('At night');
  });

  it('is empty where nothing has the form of the standard', () => {
    const contract = normaliseContract(
      odcs({ support: 'mail', roles: {}, price: 'free', team: 3 }),
    );
    expect(contract).toMatchObject({ support: [], roles: [], price: undefined, teamMembers: [] });
  });
});
