import '../fuzz-seed.ts';
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { Parser } from 'htmlparser2';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import { normaliseContract } from '../../../../domain/standards/normalise-contract.ts';
import { odcsHtml } from '../../../../jobs/code-generation/generators/html/generator.ts';
import { contractOf, describeWithShared, generateFiles } from '../contracts.ts';
import { publicContracts, recordedContracts } from '../contracts.ts';
import { hostileDocument, hostileText } from '../hostile/documents.ts';

type Page = {
  tags: Set<string>;
  attributes: Map<string, Set<string>>;
  text: string;
  comments: number;
  ids: string[];
};

/** What a parser of HTML sees. */
function read(html: string): Page {
  const page: Page = { tags: new Set(), attributes: new Map(), text: '', comments: 0, ids: [] };
  const parser = new Parser({
    onopentag(name, attributes) {
      page.tags.add(name);
      for (const [attribute, value] of Object.entries(attributes)) {
        page.attributes.set(attribute, (page.attributes.get(attribute) ?? new Set()).add(value));
        if (attribute === 'id') page.ids.push(value);
      }
    },
    ontext: (text) => (page.text += text),
    oncomment: () => (page.comments += 1),
  });
  parser.write(html);
  parser.end();
  return page;
}

const pageOf = (contract: ContractModel): string =>
  generateFiles(odcsHtml, contract)[0]?.content ?? '';

/** All that the page itself is made of. */
const ownTags =
  'html head meta title style body a div header h1 h2 h3 p ul li nav main section dl dt dd table caption thead tbody tr th td code pre span strong br footer'.split(
    ' ',
  );
const ownAttributes =
  'lang charset http-equiv content name class id href rel aria-label aria-labelledby scope'.split(
    ' ',
  );

function expectHarmless(html: string): Page {
  const page = read(html);
  expect([...page.tags].filter((tag) => !ownTags.includes(tag))).toEqual([]);
  expect([...page.attributes.keys()].filter((name) => !ownAttributes.includes(name))).toEqual([]);
  expect(page.comments).toBe(0);
  for (const href of page.attributes.get('href') ?? [])
    expect(href).toMatch(/^(?:#|https?:|mailto:)/i);
  expect(new Set(page.ids).size).toBe(page.ids.length);
  return page;
}

const orders = contractOf(
  [
    {
      name: 'orders',
      businessName: 'Orders <b>of</b> the shop',
      description: 'First line\nSecond & last',
      properties: [
        { name: 'id', logicalType: 'integer', primaryKey: true, classification: 'internal' },
        {
          name: 'address',
          logicalType: 'object',
          properties: [{ name: 'city', logicalType: 'string', required: true }],
        },
      ],
      quality: [{ metric: 'rowCount', mustBeGreaterThan: 10, name: 'Enough' }],
    },
  ],
  {
    status: 'active',
    domain: 'sales',
    servers: [
      {
        server: 'production',
        type: 'postgres',
        host: 'db.shop.example',
        database: 'shop',
        password: 'hunter2',
        location: 'https://ann:hunter2@files.example/orders?sig=hunter2',
        customProperties: [{ property: 'token', value: 'hunter2' }],
      },
    ],
    support: [
      { channel: 'chat', url: 'https://chat.example/orders' },
      { channel: 'bad', url: 'javascript:alert(1)' },
    ],
    roles: [{ role: 'reader', access: 'read' }],
    price: { priceAmount: 9.95, priceCurrency: 'EUR', priceUnit: 'month' },
    team: { name: 'shop', members: [{ username: 'ann', role: 'owner' }] },
    slaProperties: [{ property: 'latency', value: 4, unit: 'h', element: 'orders.id' }],
    customProperties: [{ property: 'cost centre', value: 12 }],
  },
);

describe('the page of a contract', () => {
  const html = pageOf(orders);
  const page = expectHarmless(html);

  // prettier-ignore
  it.each([
    'active', 'sales', 'Orders <b>of</b> the shop', 'First line\nSecond & last', 'internal',
    'address.city', 'primary key', 'required', 'Enough', 'rowCount is more than 10',
    'db.shop.example', 'reader', '9.95 EUR per month', 'ann', 'latency', '4 h', 'cost centre',
    'https://files.example/orders',
    'bad (javascript:alert(1))',
  ])('says %j', (text) => {
    expect(page.text).toContain(text);
  });

  it('shows nothing secret of a server, and says what it does not show', () => {
    expect(html).not.toContain('hunter2');
    expect(generateFiles(odcsHtml, orders)[0]?.metadata.notes).toEqual([
      'servers.production (password), servers.production (customProperties): … is not shown.',
    ]);
  });

  it('allows its own style and nothing else', () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = [...(page.attributes.get('content') ?? [])].join('\n');
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
    expect(style).not.toMatch(/url\(|@import/);
  });

  it('can be found through: every section has a title, every link in the page a target', () => {
    const targets = [...(page.attributes.get('href') ?? [])].filter((href) => href.startsWith('#'));
    const labels = [...(page.attributes.get('aria-labelledby') ?? [])].map((id) => `#${id}`);
    for (const target of [...targets, ...labels]) expect(page.ids).toContain(target.slice(1));
    expect(targets.length).toBeGreaterThan(7);
    expect(page.attributes.get('lang')).toEqual(new Set(['en']));
  });

  it('is a page without tables, too', () => {
    const empty = contractOf([]);
    expect(expectHarmless(pageOf(empty)).text).toContain('Orders of the shop');
  });
});

describe('hostile texts on pages', () => {
  it('stay texts', () => {
    fc.assert(
      fc.property(hostileDocument, (contract) => {
        const page = expectHarmless(pageOf(contract));
        const shown = (text: string): string =>
          text
            .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
            .replaceAll(/[\0\u202e\ud800]/g, '')
            .trim();
        for (const { description } of contract.tables) {
          expect(page.text).toContain(shown(description ?? ''));
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('hostile members that nobody knows', () => {
  it('stay texts', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, text) => {
        const unknown = { [name]: text, 'not known': [{ [text]: name }, text] };
        const document = {
          apiVersion: 'v3.2.0',
          id: 'orders',
          schema: [
            {
              name: 't',
              ...unknown,
              quality: [{ metric: 'rowCount', mustBe: 1, ...unknown }],
              properties: [{ name: 'a', ...unknown }],
            },
          ],
          team: { name: 'shop', ...unknown },
          ...unknown,
        };
        const [file] = odcsHtml.generate(normaliseContract(document), {
          dialect: undefined,
          server: undefined,
          compat: undefined,
          document,
        });
        expectHarmless(file?.content ?? '');
      }),
      { numRuns: 300 },
    );
  });
});

describeWithShared('pages of public contracts', () => {
  it('are harmless', () => {
    for (const { contract } of [...publicContracts(), ...recordedContracts()]) {
      expectHarmless(pageOf(contract));
    }
  });
});
