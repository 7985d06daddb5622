import type { TestApi } from '../http/api.ts';
import { deep, hostileLine, hostileTexts, megabyte } from '../web/hostile-texts.ts';
import { access, fillForAccess } from './access.ts';
import { contract, product, team } from './contracts.ts';
import { ontology } from './ontologies.ts';

/** Every n-th of the texts from the k-th, as one description: each is a paragraph of its own. */
const share = (k: number, n: number): string =>
  hostileTexts.filter((_, index) => index % n === k).join('\n\n');

const whole = share(0, 2);
const address = 'javascript:window.__xss=1';
const badLinks = [
  'javascript:window.__xss=1',
  'data:text/html,%3Cscript%3Ewindow.__xss=1%3C/script%3E',
  'vbscript:x',
];

const lines = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => hostileLine(from + index));

/** A field for each text, which stands in everything that a field may say. */
const properties = hostileTexts.map((text, index) => ({
  name: `${index} ${hostileLine(index)}`,
  businessName: hostileLine(index),
  logicalType: 'string',
  physicalType: hostileLine(index),
  description: text,
  classification: hostileLine(index),
  tags: [hostileLine(index)],
  examples: [text],
  required: true,
  logicalTypeOptions: { pattern: hostileLine(index) },
  quality: [
    { type: 'text', name: hostileLine(index), description: text },
    { metric: 'nullValues', mustBe: 0, name: hostileLine(index), description: text },
  ],
}));

const servers = [
  {
    server: hostileLine(0),
    type: 'postgres',
    host: hostileLine(3),
    port: 5432,
    database: hostileLine(4),
    schema: hostileLine(5),
    description: whole,
  },
  { server: 'api', type: 'api', location: address },
  { server: 'files', type: 's3', location: 's3://bucket/x/*.json', format: 'json' },
];

const links = badLinks.map((url, index) => ({ type: hostileLine(index), url, description: whole }));

const hostileContract = contract('hostile', {
  name: hostileLine(3),
  version: '1.0.0<img src=x onerror=window.__xss=1>',
  tags: lines(0, 30),
  domain: hostileLine(8),
  dataProduct: hostileLine(9),
  description: {
    purpose: share(0, 3),
    usage: share(1, 3),
    limitations: share(2, 3),
    authoritativeDefinitions: links,
  },
  authoritativeDefinitions: links,
  servers,
  slaProperties: lines(0, 12).map((line, index) => ({
    property: line,
    value: line,
    unit: line,
    element: line,
    description: hostileTexts[index],
  })),
  support: [{ channel: hostileLine(5), tool: 'email', url: address, description: whole }],
  roles: [{ role: hostileLine(7), access: 'read', description: whole }],
  customProperties: [{ property: 'logoUrl', value: address }],
  schema: [
    {
      name: hostileLine(7),
      physicalType: hostileLine(8),
      description: whole,
      properties,
      quality: [{ type: 'text', description: whole }],
    },
    {
      name: hostileLine(1),
      description: hostileTexts[9],
      properties: [{ name: hostileLine(2), logicalType: 'string' }],
    },
  ],
});

const port = (name: string, index: number) => ({
  name,
  version: hostileLine(index),
  type: hostileLine(index),
  description: share(index, 3),
  contractId: 'hostile',
});

const hostileProduct = product('hostile', [], {
  name: hostileLine(0),
  version: hostileLine(5),
  domain: hostileLine(6),
  tags: lines(40, 30),
  description: {
    purpose: share(1, 3),
    usage: share(2, 3),
    limitations: share(0, 3),
    authoritativeDefinitions: links,
  },
  authoritativeDefinitions: links,
  support: [{ channel: hostileLine(5), url: address, description: whole }],
  customProperties: [
    { property: hostileLine(2), value: address },
    { property: 'logoUrl', value: address },
  ],
  inputPorts: [{ name: hostileLine(4), version: '1', contractId: 'orders' }],
  outputPorts: [port('port-0', 0), port(hostileLine(2), 1), port('port-2', 2)],
});

const checks = hostileTexts.map((text, index) => ({
  id: String(index),
  type: hostileLine(index),
  name: `${index} ${text}`,
  model: hostileLine(7),
  field: `${index} ${hostileLine(index)}`,
  engine: hostileLine(index),
  language: hostileLine(index),
  implementation: text,
  result: index % 2 === 0 ? 'failed' : 'passed',
  reason: text,
  details: text,
  diagnostics: { [hostileLine(index)]: text },
  failedSamples: [{ [hostileLine(index)]: text }],
}));

const testResult = (id: string) => ({
  id,
  dataContractId: 'hostile',
  dataContractVersion: hostileLine(2),
  server: hostileLine(0),
  timestampStart: new Date(Date.now() - 60_000).toISOString(),
  timestampEnd: new Date(Date.now() - 50_000).toISOString(),
  result: 'failed',
  checks,
  logs: hostileTexts.map((message) => ({
    level: 'ERROR',
    message,
    timestamp: new Date().toISOString(),
  })),
});

const rows = hostileTexts.map((text, index) => ({
  [hostileLine(0)]: text,
  value: hostileLine(index),
}));

type Send = (method: string, path: string, body?: object | string) => Promise<void>;

async function fillDocuments(send: Send): Promise<void> {
  const owner = 'checkout';
  await send('PUT', 'tags/hostile', { id: 'hostile', info: { owner, description: whole } });
  await send('PUT', 'definitions/hostile', {
    id: 'hostile',
    owner,
    title: hostileLine(1),
    description: whole,
    type: 'string',
    examples: lines(0, 9),
  });
  await send('PUT', 'semantics/experimental/namespaces/hostile/ontology.yaml', hostileOntology);
  await send('PUT', 'datacontracts/hostile', hostileContract);
  await send('PUT', 'dataproducts/hostile', hostileProduct);
  await send(
    'PUT',
    'dataproducts/long',
    product('long', ['orders'], {
      name: megabyte,
      tags: ['long', megabyte.slice(0, 5_000)],
      description: { purpose: megabyte, usage: `**${megabyte}`, limitations: `<b>${megabyte}` },
    }),
  );
  await send(
    'PUT',
    'datacontracts/long',
    contract('long', {
      name: megabyte,
      description: { purpose: megabyte },
      schema: [
        {
          name: 'long',
          description: megabyte,
          properties: [{ name: 'f', logicalType: 'string', description: megabyte }],
        },
      ],
    }),
  );
  const example = { dataProductId: 'hostile', outputPortId: 'port-0' };
  await send('PUT', 'example-data/a', {
    ...example,
    id: 'a',
    schemaName: hostileLine(3),
    data: rows,
  });
  await send('PUT', 'example-data/b', {
    ...example,
    id: 'b',
    schemaName: hostileLine(4),
    data: rows[6],
  });
  await send('POST', 'test-results', testResult('hostile-1'));
}

const hostileOntology = ontology('hostile', [
  `  - concept: ${JSON.stringify(hostileLine(6))}\n    id: hostile\n    type: EntityType\n    description: ${JSON.stringify(whole)}\n`,
]);

/** A report with each text as its diagnostics: the history shows each of them as Markdown by itself. */
async function fillAccesses(send: Send): Promise<void> {
  const info = (index: number) => ({
    purpose: `${share(index, 3)}`.slice(0, 4_000),
    individualAgreements: share(index, 3),
  });
  const provider = { dataProductId: 'hostile', outputPortId: 'port-0' };
  for (const [index, id] of ['waits', 'granted', 'declined'].entries()) {
    await send(
      'PUT',
      `access/${id}`,
      access(id, info(index), { provider, roles: lines(0, 5), tags: lines(0, 5) }),
    );
  }
  await send('POST', 'access/declined/reject', { note: whole.slice(0, 1_500) });
  await send('POST', 'access/granted/approve', { note: share(2, 3).slice(0, 1_500) });
  for (const [index, text] of hostileTexts.entries()) {
    const report = {
      platform: hostileLine(index),
      executor: hostileLine(index),
      reference: hostileLine(index),
      note: text.slice(0, 900),
      diagnostics: text,
      links: { [hostileLine(index)]: 'https://example.com' },
    };
    await send('POST', 'access/granted/provisioning/provisioning-failed', report);
  }
}

/** Writes hostile texts into every member that pages show: teams, products, contracts, tests, accesses, and their parts. */
export async function fillWithHostileTexts(api: TestApi): Promise<void> {
  const send: Send = async (method, path, body) => {
    const headers = typeof body === 'string' ? { 'content-type': 'application/yaml' } : {};
    const answer = await api.send(method, `/api/${path}`, {
      ...(body !== undefined && { body }),
      headers,
    });
    if (answer.status >= 300)
      throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 1_500)}`);
  };
  await fillForAccess(api);
  const members = [{ emailAddress: 'ada@example.com', role: 'Owner' }];
  await send(
    'PUT',
    'teams/checkout',
    team('checkout', { name: hostileLine(6), description: whole, tags: lines(0, 5), members }),
  );
  await send(
    'PUT',
    'teams/marketing',
    team('marketing', { name: '\u202Egnitekram \u2066team', description: deep, members }),
  );
  await fillDocuments(send);
  await fillAccesses(send);
}
