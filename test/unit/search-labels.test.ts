import { readFilters } from '../../domain/documents/text-filters.ts';
import { labelKeys, labelsOf, phrasesOf, widenTerms } from '../../domain/search/labels.ts';
import { singularOf } from '../../domain/search/plurals.ts';
import { readTerms, replaceWords, toSoughtQuery } from '../../domain/search/words.ts';

describe('filters in words', () => {
  it.each([
    [
      'team:checkout status:active pii:yes',
      '',
      { team: ['checkout'], status: ['active'], pii: ['yes'] },
    ],
    ['orders Team:"Web Shop"', 'orders', { team: ['Web Shop'] }],
    ['owner:a,b orders', 'orders', { team: ['a', 'b'] }],
    ['status:draft x status:active', 'x', { status: ['draft', 'active'] }],
    ['type:products kind:DATA_CONTRACT', '', { type: ['data-product', 'data-contract'] }],
    ['type:"source system"', '', { type: ['source-system'] }],
    ['find orders with pii:true.', 'find orders with .', { pii: ['yes'] }],
    ['porttype:kafka', '', { portType: ['kafka'] }],
  ])('%j are taken out of the text', (text, words, filters) => {
    expect(readFilters(text)).toEqual({ words, filters });
  });

  it.each([
    'urn:orders:eu',
    'color:red',
    'pii:perhaps',
    'type:nothing',
    'status:',
    'tag: orders',
    'https://example.com',
    'constructor:x',
    'my-team:checkout',
  ])('%j stays words', (text) => {
    expect(readFilters(text)).toEqual({ words: text, filters: {} });
  });
});

describe('labels', () => {
  it.each([
    [{ synonyms: ['client', 'buyer'] }, ['Customer', 'client', 'buyer']],
    [{ synonyms: [{ synonym: 'client' }] }, ['Customer', 'client']],
    [{ aliases: 'client, buyer' }, ['Customer', 'client', 'buyer']],
    [
      { custom_properties: { 'skos:altLabel@de': ['Kunde'], 'name@fr': 'client', note: 'x' } },
      ['Customer', 'Kunde', 'client'],
    ],
    [{ synonyms: { odd: true }, aliases: [7, null] }, ['Customer']],
  ])('are read from %j', (fields, labels) => {
    expect(labelsOf('Customer', fields)).toEqual(labels);
  });

  it('are looked up in the singular, and not as sentences', () => {
    expect(labelKeys(['Zip Codes', 'zip code', 'a b c d e'])).toEqual(['zip code']);
    expect(phrasesOf(readTerms('zip codes')).map(({ key }) => key)).toEqual([
      'zip code',
      'zip',
      'code',
    ]);
  });

  it('of several words replace these words together', () => {
    const concepts = [{ id: 'x/tariff', labels: ['Tariff', 'price plan'] }];
    const { sought, synonyms } = widenTerms(readTerms('price plans'), concepts);
    expect(toSoughtQuery(sought, { beginnings: 'all' })).toBe(
      `('price':* | 'tariff':*) & ('plans':* | 'plan':* | 'tariff':*)`,
    );
    expect(synonyms).toEqual([{ words: 'price plans', labels: ['Tariff'], concept: 'x/tariff' }]);
    const one = widenTerms(readTerms('tariff'), concepts).sought;
    expect(toSoughtQuery(one, { beginnings: 'all' })).toBe(
      `('tariff':* | ('priceplan':* | ('price':* & 'plan':*)))`,
    );
  });

  it('do not widen the words of others', () => {
    const concepts = [{ id: 'x/tariff', labels: ['Tariff', 'price plan'] }];
    expect(widenTerms(readTerms('price'), concepts).synonyms).toEqual([]);
  });
});

it.each([
  ['orders', 'order'],
  ['deliveries', 'delivery'],
  ['addresses', 'address'],
  ['boxes', 'box'],
  ['status', 'status'],
  ['address', 'address'],
  ['analysis', 'analysis'],
  ['gas', 'gas'],
  ['5s', '5s'],
])('%s in the singular is %s', (word, singular) => {
  expect(singularOf(word)).toBe(singular);
});

it('replaces whole words of a text', () => {
  const words = new Map([['custmer', 'customer']]);
  expect(replaceWords('Find Custmer, not custmers!', words)).toBe('Find customer, not custmers!');
});
