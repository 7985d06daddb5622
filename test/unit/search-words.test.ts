import { toSearchEntry } from '../../domain/kinds/document-head.ts';
import { readTerms, toSearchQuery, toSearchVector } from '../../domain/search/words.ts';
import { correctionsOf, distanceToBeginning, neighboursOf } from '../../domain/search/spelling.ts';
import type { Extract } from '../../domain/kinds/kind.ts';

const extract = (change: Partial<Extract>): Extract => ({
  name: 'x',
  description: '',
  status: undefined,
  tags: [],
  owner: { candidates: [], required: false },
  ...change,
});
const vectorOf = (text: string) => toSearchVector([{ text, weight: 'B' }], []);
const queryOf = (text: string) => toSearchQuery(readTerms(text), { beginnings: 'last' });

describe('documents', () => {
  it.each([
    ['customer_order-id', `'customer':1B 'order':2B 'id':3B`],
    ['orderId', `'orderid':1B 'order':2B 'id':3B`],
    ['XMLFeed', `'xmlfeed':1B 'xml':2B 'feed':3B`],
    ['orders2024', `'orders2024':1B 'orders':2B '2024':3B`],
    ['Zürich Ａ', `'zurich':1B 'a':2B`],
    ['注文 हिन्दी', `'注文':1B 'हिन्दी':2B`],
    ["a'b\\c 😀 !", `'a':1B 'b':2B 'c':3B`],
    ['b5d20e99-e29b', `'b5d20e99':1B 'e29b':2B`],
    ['', ''],
  ])('cuts %j into words', (text, vector) => {
    expect(vectorOf(text)).toBe(vector);
  });

  it('notes a word where it counts most, and facts beside the words', () => {
    const { search } = toSearchEntry(
      'o-1',
      extract({
        name: 'Orders',
        description: 'orders of the shop',
        tags: ["it's\\", 'shop'],
        status: 'active',
        searchText: 'price',
      }),
    );
    expect(search).toBe(
      `'orders':1A 'o':2A '1':3A 'it':4B 's':5B 'shop':6B 'price':7C 'of':9D 'the':10D ` +
        `'name=orders' 'name=o' 'name=1' 'tag=it''s\\\\' 'tag=shop' 'status=active'`,
    );
  });

  it('indexes so much of a text as Postgres can hold', () => {
    const long = vectorOf('x'.repeat(5_000));
    expect(long).toBe(`'${'x'.repeat(100)}':1B`);
    const many = Array.from({ length: 30_000 }, (_, n) => n.toString(36)).join(' ');
    expect(vectorOf(many).split(' ').length).toBe(10_000);
    // One character of this becomes 18 letters in normal form.
    expect(vectorOf('ﷺ '.repeat(60_000)).length).toBeLessThan(200);
    expect(vectorOf(`${'a'.repeat(65_530)} ${'b'.repeat(100)}`)).not.toContain('bbbbbb');
  });

  it('shows the beginning of a description, and no half of a character', () => {
    const shown = toSearchEntry('x', extract({ description: `${'a'.repeat(499)}😀` })).description;
    expect(shown).toBe('a'.repeat(499));
  });
});

describe('queries', () => {
  it.each([
    ['orders dai', `'orders' & 'dai':*`],
    ['orderId', `('orderid':* | ('order':* & 'id':*))`],
    ["a' | !b & (c) <-> d:*A\\", `'b' & 'c' & 'd' & 'a':*`],
    ['dai orders dai', `'orders' & 'dai':*`],
    ['!&| 😀', undefined],
  ])('reads %j', (text, query) => {
    expect(queryOf(text)).toBe(query);
  });

  it('looks for 50 words at most', () => {
    const words = Array.from({ length: 5_000 }, (_, n) => `w${n}`).join(' ');
    expect(readTerms(words)).toHaveLength(50);
  });
});

describe('spelling', () => {
  const [term] = readTerms('abcd');
  const correct = (word: string, ...names: string[]) =>
    readTerms(word).flatMap((misspelt) => correctionsOf(misspelt, names));

  it('knows the words that are left without a letter or with two swapped', () => {
    const neighbours = ['bcd', 'bacd', 'acd', 'acbd', 'abd', 'abdc', 'abc'];
    expect(term && neighboursOf(term)).toEqual(neighbours);
  });

  it.each([
    ['order', 'orders', 0],
    ['ordres', 'orders', 1],
    ['oders', 'orders', 1],
    ['orderss', 'orders', 1],
    ['ordars', 'orders', 1],
    ['custmer', 'customers', 1],
    ['teh', 'the', 1],
    ['abc', 'xyz', 3],
    ['abcdef', 'a', 5],
  ])('counts from %j to %j', (word, other, distance) => {
    expect(distanceToBeginning(word, other)).toBe(distance);
  });

  it('takes the closest words only, and none that is too far away', () => {
    expect(correct('custmer', 'Customer Orders', 'Custard', 'custmes-a')).toEqual([
      'custmes',
      'customer',
    ]);
    expect(correct('ordars', 'Borders', 'Ordering', 'orderId 7')).toEqual([]);
    expect(correct('odrer', 'orderId')).toEqual(['order', 'orderid']);
    expect(correct('transcation', 'Transactions of the tarnsactoin')).toEqual(['transactions']);
    expect(correct('qqqq', 'Customer')).toEqual([]);
  });
});
