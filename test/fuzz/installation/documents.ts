import fs from 'node:fs';
import path from 'node:path';
import { documentKinds } from '../../../domain/kinds/index.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { makeDocument } from '../../support/builders/documents.ts';
import { access } from '../../support/builders/access.ts';
import { ontology } from '../../support/builders/ontologies.ts';
import { person } from './principals.ts';

/** One request of the set-up; texts are sent as YAML. */
type Stored = { method: 'PUT' | 'POST'; path: string; body: object | string; session?: boolean };

const namespaces = '/api/semantics/experimental/namespaces';

const members = [
  { emailAddress: person, role: 'Owner' },
  { emailAddress: 'kim@example.com', role: 'Member' },
];

/** Documents of a complete organization; sent at the start, and again when requests have changed too much. */
export function documentsOf(dataFolder: string): Stored[] {
  fs.writeFileSync(path.join(dataFolder, 'orders.csv'), 'order_id,status\n1,placed\n2,shipped\n');
  const servers = [
    { server: 'files', type: 'local', path: path.join(dataFolder, 'orders.csv'), format: 'csv' },
  ];
  const put = (place: string, body: object | string, session?: boolean): Stored => ({
    method: 'PUT',
    path: place,
    body,
    ...(session && { session }),
  });
  return [
    put('/api/teams/checkout', team('checkout', { members })),
    put('/api/teams/marketing', team('marketing', { members, parent: 'checkout' })),
    put('/api/datacontracts/orders', contract('orders', { version: '2.1.0', servers })),
    put('/api/datacontracts/returns', contract('returns')),
    put('/api/dataproducts/shop', product('shop', ['orders', 'orders'])),
    put(
      '/api/dataproducts/forecasts',
      product('forecasts', ['returns'], { team: { name: 'marketing' } }),
    ),
    ...documentKinds
      .filter(({ name }) => !['team', 'data-contract', 'data-product'].includes(name))
      .map((kind) =>
        put(
          `/api/${kind.collection}/${kind.collection}-1`,
          makeDocument(kind, `${kind.collection}-1`),
        ),
      ),
    put('/api/access/access-1', access('access-1')),
    put('/api/access/access-2', access('access-2', { startDate: '2026-01-01' })),
    { method: 'POST', path: '/api/access/access-1/approve', body: {} },
    put(`${namespaces}/sales`, { namespace: 'sales', name: 'Sales', team: 'checkout' }),
    put(`${namespaces}/sales/ontology.yaml`, ontology('sales')),
    put(`${namespaces}/sales/branches/draft`, {}),
    put('/ui/integrations/files', integration(dataFolder), true),
    put('/api/organization/members/kim%40example.com', { role: 'Member' }),
  ];
}

function integration(dataFolder: string): object {
  return {
    externalId: 'files',
    name: 'Files',
    source: 'files',
    owningTeamExternalId: 'checkout',
    configuration: { location: dataFolder },
  };
}

/** Resources that cannot be sent again like a PUT, because the server assigns their ids. */
export const madeOnce: readonly (Stored & { contact?: boolean })[] = [
  ...['sales', 'rent', 'power'].map((name) => ({
    method: 'POST' as const,
    path: '/api/costs',
    body: { dataProductId: 'shop', name, amount: 1, currency: 'EUR', yearMonth: '2026-01' },
  })),
  ...['a', 'b'].map((displayName) => ({
    method: 'POST' as const,
    path: '/api/api-keys',
    body: { scope: 'organization_read', displayName },
  })),
  {
    method: 'POST',
    path: '/api/test-results',
    body: {
      id: 'run',
      dataContractId: 'orders',
      dataContractVersion: '1.0.0',
      timestampStart: '2026-01-01T00:00:00Z',
      timestampEnd: '2026-01-01T00:00:00Z',
      result: 'passed',
      checks: [{ type: 'x', name: 'y', result: 'passed', field: 'z' }],
    },
  },
  {
    method: 'POST',
    path: '/api/access/drift',
    body: { platform: 'x', differences: [{ kind: 'unexpected', reference: 'y' }] },
  },
  { method: 'POST', path: '/api/datacontracts/orders/test', body: {} },
  {
    method: 'PUT',
    path: '/api/webhooks/hook',
    body: {
      id: 'hook',
      url: 'https://receiver.example.com/x',
      events: ['TeamCreatedEvent'],
      enabled: true,
    },
  },
  {
    method: 'PUT',
    path: '/api/teams/checkout/notification-channels/chat',
    body: {
      id: 'chat',
      name: 'x',
      type: 'slack',
      endpoint: 'https://hooks.example.com/x',
      enabled: true,
    },
  },
];
