import type {
  ContractModel,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';

function tableOf(table: unknown): ContractTable | undefined {
  return normaliseContract({ schema: [table] }).tables[0];
}

const property = (members: object): ContractTable['properties'][number] | undefined =>
  tableOf({ name: 't', properties: [{ name: 'a', ...members }] })?.properties[0];

const contract = (members: object): ContractModel => normaliseContract(members);

describe('what is nested in a contract', () => {
  it('is read through properties and items, which need no name', () => {
    const found = property({
      logicalType: 'array',
      items: { logicalType: 'object', properties: [{ name: 'b', tags: ['x'] }, { noName: true }] },
    });
    expect(found).toMatchObject({
      items: {
        name: 'items',
        physicalName: 'items',
        properties: [{ name: 'b', tags: ['x'], properties: [], items: undefined }],
      },
    });
    expect(found?.items?.properties).toHaveLength(1);
    expect(property({ items: [{ name: 'b' }], properties: 'x' })).toMatchObject({
      properties: [],
      items: undefined,
    });
  });

  it('is left out where it is too deep', () => {
    let nested: Record<string, unknown> = { name: 'last' };
    for (let depth = 0; depth < 200; depth += 1) nested = { name: 'p', properties: [nested] };
    let [found] = tableOf({ name: 't', properties: [nested] })?.properties ?? [];
    let depth = 0;
    for (; found !== undefined; depth += 1) [found] = found.properties;
    expect(depth).toBe(64);
  });
});

describe('parts of a contract', () => {
  it('takes the first custom property of a name, also in the words of 3.0', () => {
    const customProperties = [
      { property: 'a', value: false },
      { property: 'a', value: true },
      { name: 'b', value: [1] },
      { property: 'c', value: null },
      { property: 'c', value: 0 },
      { value: 'no name' },
      'text',
    ];
    const expected = { a: false, b: [1], c: 0 };
    expect(contract({ customProperties }).customProperties).toEqual(expected);
    expect(tableOf({ name: 't', customProperties })?.customProperties).toEqual(expected);
    expect(property({ customProperties })?.customProperties).toEqual(expected);
    expect(contract({ customProperties: { a: 1 } }).customProperties).toEqual({});
  });

  it('does not let a custom property be more than data', () => {
    const customProperties = [{ property: '__proto__', value: { additionalColumns: false } }];
    expect(contract({ customProperties }).customProperties['additionalColumns']).toBeUndefined();
  });

  it('reads tags as a list or one text', () => {
    expect(property({ tags: ['a', 1, '', 'b'] })?.tags).toEqual(['a', 'b']);
    expect(property({ tags: 'a' })?.tags).toEqual(['a']);
    expect(property({ tags: null })?.tags).toEqual([]);
  });

  it('reads relationships with texts or lists', () => {
    const relationships = [
      { to: 'b.id' },
      { type: 'x', from: ['t.a'], to: ['b.id', 5] },
      { from: 'a' },
      'text',
    ];
    const expected = [
      { type: 'foreignKey', from: [], to: ['b.id'] },
      { type: 'x', from: ['t.a'], to: ['b.id'] },
    ];
    expect(property({ relationships })?.relationships).toEqual(expected);
    expect(tableOf({ name: 't', relationships })?.relationships).toEqual(expected);
  });

  it('reads every option of a logical type', () => {
    const texts = { minLength: 1, maxLength: 2, pattern: 'x', format: 'email', multipleOf: 0.5 };
    const lists = {
      minItems: 0,
      maxItems: 5,
      uniqueItems: true,
      minProperties: 1,
      maxProperties: 2,
    };
    const options = { ...texts, ...lists, required: ['a'] };
    expect(property({ logicalTypeOptions: options })?.options).toEqual(options);
    const wrong = {
      minItems: -1,
      maxItems: 1.5,
      uniqueItems: 'yes',
      required: 5,
      format: 5,
      multipleOf: 'x',
      pattern: 5,
    };
    expect(property({ logicalTypeOptions: wrong })?.options).toEqual({});
  });
});

describe('service levels of a contract', () => {
  it('have one name for their synonyms and a list of elements', () => {
    const slaProperties = [
      { id: 'x', property: 'LY', value: 4, unit: 'd', element: 't.a, t.b,' },
      { property: 're', value: '3', column: 't.a' },
      { property: 'generalAvailability', value: true, element: ['t.a', 5] },
      { value: 1 },
    ];
    expect(contract({ slaProperties, slaDefaultColumn: 't.a' })).toMatchObject({
      slaDefaultElement: 't.a',
      slaProperties: [
        { id: 'x', property: 'latency', value: 4, unit: 'd', elements: ['t.a', 't.b'] },
        { id: undefined, property: 'retention', value: '3', unit: undefined, elements: ['t.a'] },
        { property: 'generalavailability', value: undefined, elements: ['t.a'] },
      ],
    });
  });
});

describe('quality rules of a contract', () => {
  const ruleOf = (rule: unknown): ContractTable['quality'][number] | undefined =>
    tableOf({ name: 't', quality: [rule] })?.quality[0];

  it('have arguments inside or beside them', () => {
    const named = {
      validValues: ['a', { value: 'b' }, null],
      pattern: 'x',
      missingValues: [null, ''],
      properties: ['c'],
    };
    const expected = { validValues: ['a', 'b'], pattern: 'x', missingValues: [''], columns: ['c'] };
    expect(ruleOf({ metric: 'm', arguments: named })).toMatchObject(expected);
    expect(ruleOf({ rule: 'm', ...named })).toMatchObject(expected);
  });

  it.each([
    [{ metric: 'rowCount', query: 'x' }, 'library'],
    [{ query: 'x' }, 'sql'],
    [{ engine: 'soda' }, 'custom'],
    [{ type: 'SQL' }, 'sql'],
    [{ type: 'reconciliation' }, 'library'],
    [{ type: 'toString' }, 'library'],
    [{}, 'library'],
  ])('are of a type, also where they do not say: %j', (rule, type) => {
    expect(ruleOf(rule)?.type).toBe(type);
  });

  it('compare with texts and booleans only in SQL', () => {
    expect(ruleOf({ type: 'sql', mustNotBe: 'x' })?.threshold).toEqual({
      operator: '!=',
      value: 'x',
    });
    expect(ruleOf({ type: 'sql', mustBe: false })?.threshold).toEqual({
      operator: '=',
      value: false,
    });
    expect(ruleOf({ type: 'sql', mustBeLessThan: 'x' })?.threshold).toBeUndefined();
    expect(ruleOf({ metric: 'rowCount', mustBe: 'x', mustNotBe: 5 })?.threshold).toEqual({
      operator: '!=',
      value: 5,
    });
    expect(ruleOf({ metric: 'rowCount', mustBe: true })?.threshold).toBeUndefined();
  });
});
