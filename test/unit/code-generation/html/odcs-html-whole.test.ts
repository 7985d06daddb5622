import { Parser } from 'htmlparser2';
import { objectOf } from '../../../../domain/standards/json-value.ts';
import { normaliseContract } from '../../../../domain/standards/normalise-contract.ts';
import { odcsHtml } from '../../../../jobs/code-generation/generators/html/generator.ts';
import { describeWithShared, publicContracts, recordedContracts } from '../contracts.ts';
import { processorGrowth } from '../../../support/spent-time.ts';

type Made = { text: string; attributes: string[]; notes: readonly string[]; filename: string };

/** The page of a contract as a parser of HTML reads it. */
function make(document: unknown): Made {
  const contract = normaliseContract(document);
  const [file] = odcsHtml.generate(contract, {
    dialect: undefined,
    server: undefined,
    compat: undefined,
    document,
  });
  const made: Made = {
    text: '',
    attributes: [],
    notes: file?.metadata.notes ?? [],
    filename: file?.filename ?? '',
  };
  const parser = new Parser({
    onopentag: (_, attributes) => made.attributes.push(...Object.values(attributes)),
    ontext: (text) => (made.text += text),
  });
  parser.write(file?.content ?? '');
  parser.end();
  return made;
}

type Leaf = { place: string; value: string };

/** Every text and number of a document, without the servers, of which notes tell what is not shown. */
function leavesOf(value: unknown, place: string, into: Leaf[]): Leaf[] {
  if (typeof value === 'string' || typeof value === 'number')
    into.push({ place, value: String(value).trim() });
  if (typeof value !== 'object' || value === null) return into;
  for (const [name, member] of Object.entries(value)) {
    if (place === '' && name === 'servers') continue;
    leavesOf(member, place === '' ? name : `${place}.${name}`, into);
  }
  return into;
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** No position is what the standard writes as -1. */
const isDefault = ({ place, value }: Leaf): boolean => value === '-1' && place.endsWith('Position');

function missingIn(document: unknown): string[] {
  const { text, attributes } = make(document);
  const page = inOneLine(text);
  const texts = new Set(attributes.map(inOneLine));
  return leavesOf(document, '', [])
    .filter((leaf) => !isDefault(leaf))
    .filter(({ value }) => {
      const line = inOneLine(
        value.replaceAll(/(?![\t\n\r])\p{Cc}|[\u202a-\u202e\ufffe\uffff]/gu, ''),
      );
      // What stands within an object is shown as JSON.
      const json = JSON.stringify(value).slice(1, -1);
      return !page.includes(line) && !texts.has(line) && !page.includes(inOneLine(json));
    })
    .map(({ place, value }) => `${place}: ${value.slice(0, 80)}`);
}

/** What the standard has that the model of contracts does not read. */
const whole = {
  kind: 'DataContract',
  apiVersion: 'v3.2.0',
  id: 'orders',
  name: 'Orders',
  version: '1.0.0',
  contractCreatedTs: '2024-01-02T03:04:05Z',
  description: {
    purpose: 'Sells',
    customProperties: [{ property: 'reviewed', value: 'yearly' }],
  },
  support: [{ channel: 'chat', customProperties: [{ property: 'hours', value: '9 to 5' }] }],
  team: {
    name: 'shop',
    description: 'The people of the shop',
    members: [
      { username: 'ann', dateIn: '2020-05-06', dateOut: '2021-07-08', tags: ['founder'] },
      {
        username: 'bob',
        replacedByUsername: 'ann',
        customProperties: [{ property: 'desk', value: 7 }],
      },
    ],
  },
  slaProperties: [{ property: 'latency', value: 4, unit: 'h', driver: 'regulatory' }],
  schema: [
    {
      name: 'orders',
      dataGranularityDescription: 'One row for each order line',
      authoritativeDefinitions: [{ type: 'tutorial', url: 'https://docs.example/orders' }],
      relationships: [
        {
          from: 'orders.id',
          to: 'customers.id',
          customProperties: [{ property: 'joined', value: 'weekly' }],
        },
      ],
      quality: [
        {
          metric: 'rowCount',
          mustBeGreaterThan: 3,
          schedule: '0 20 * * *',
          scheduler: 'cron',
          businessImpact: 'operational',
          method: 'reconciliation',
        },
      ],
      properties: [
        {
          name: 'id',
          logicalType: 'integer',
          deprecated: true,
          transformLogic: 'max(raw.id)',
          transformSourceObjects: ['raw_orders', 'raw_lines'],
          transformDescription: 'The last one counts',
          encryptedName: 'id_encrypted',
          criticalDataElement: true,
          synonyms: ['number', 'key'],
          partitioned: true,
          partitionKeyPosition: 4,
          authoritativeDefinitions: [{ type: 'definition', url: 'https://docs.example/id' }],
          enum: [{ value: 1, label: 'First', description: 'The very first' }],
        },
        {
          name: 'total',
          semanticType: 'measure',
          logicalType: 'number',
          transformLogic: 'sum(amount)',
        },
        { name: 'vector', logicalType: 'vector', logicalTypeOptions: { distanceMetric: 'cosine' } },
      ],
    },
  ],
};

describe('the page of a contract', () => {
  it('is called as a page', () => {
    expect(make(whole).filename).toBe('orders.html');
  });

  it('shows what the model does not read, in its place', () => {
    const { text } = make(whole);
    const page = inOneLine(text);
    for (const line of [
      'criticalDataElement true',
      'encryptedName id_encrypted',
      'transformSourceObjects raw_orders, raw_lines',
      'one of 1 (First: The very first)',
      'partition key 4',
      'deprecated',
      'distance cosine',
      'team.members[bob].replacedByUsername ann',
      'slaProperties[latency].driver regulatory',
      'Computed of orders',
      'sum(amount)',
    ])
      expect(page).toContain(line);
  });

  it('shows every text and number of it', () => {
    expect(missingIn(whole)).toEqual([]);
  });

  it('shows what the model refuses', () => {
    const odd = {
      ...whole,
      unknown: { deep: [{ thing: 'so deep' }] },
      schema: [
        { description: 'a table without a name' },
        {
          name: 't',
          properties: [
            { description: 'a column without a name' },
            { name: 'a', logicalType: 'no such type', primaryKeyPosition: 2 },
            { name: 'a', description: 'the second of its name' },
          ],
          customProperties: [
            { property: 'p', value: 'first' },
            { property: 'p', value: 'second' },
          ],
        },
      ],
    };
    expect(missingIn(odd)).toEqual([]);
  });

  it('takes time that grows with the number of what is unknown', () => {
    const makeMany = (count: number) => {
      const values = Array.from({ length: count }, (_, index) => ({
        value: index,
        label: `l${index}`,
      }));
      const many = { ...whole, schema: [{ name: 't', properties: [{ name: 'a', enum: values }] }] };
      return () => make(many);
    };
    // Eight times the values; quadratic would be 64 times.
    expect(processorGrowth(makeMany(2_500), makeMany(20_000), 30)).toBeLessThan(30);
  });
});

describeWithShared('pages of public contracts', () => {
  it('show every text and number of them', () => {
    const contracts = [...publicContracts(), ...recordedContracts()];
    const missing = contracts
      .filter(({ document }) => objectOf(document) !== undefined)
      .map(({ name, document }) => ({ name, missing: missingIn(document) }))
      .filter((entry) => entry.missing.length > 0);
    expect(contracts.length).toBeGreaterThan(200);
    expect(missing).toEqual([]);
  });
});
