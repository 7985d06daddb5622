import {
  listDefinitionLinks,
  withDefinitions,
} from '../../../domain/standards/odcs/linked-definitions.ts';

const link = (type: string, url: string) => ({ authoritativeDefinitions: [{ type, url }] });

const nested = {
  schema: [
    { description: 'without a name' },
    {
      name: 'orders',
      properties: [
        { name: 'code', physicalName: 'CODE', ...link('definition', '/definitions/a') },
        {
          name: 'address',
          properties: [{ name: 'city', ...link('semantics', '/semantics/main/city') }],
        },
        { name: 'tags', items: { name: 'tag', ...link('businessDefinition', 'https://x/b') } },
        { name: 'free', ...link('tutorial', 'https://x/t') },
      ],
    },
  ],
};

describe('listDefinitionLinks', () => {
  it('finds the links of columns and of nested values under their names in results', () => {
    expect(listDefinitionLinks(nested)).toEqual([
      { tableIndex: 0, field: 'CODE', url: '/definitions/a' },
      { tableIndex: 0, field: 'address.city', url: '/semantics/main/city' },
      { tableIndex: 0, field: 'tags[]', url: 'https://x/b' },
    ]);
  });

  it('takes one link of a property: semantics before definition', () => {
    const both = [
      { type: 'definition', url: '/definitions/a' },
      { type: 'semantics', url: 'urn:b' },
    ];
    const contract = {
      dataset: [{ table: 't', columns: [{ column: 'c', authoritativeDefinitions: both }] }],
    };
    expect(listDefinitionLinks(contract).map(({ url }) => url)).toEqual(['urn:b']);
  });

  it.each([{}, { schema: 'no list' }, { schema: [null, { name: 't', properties: 7 }] }])(
    'finds none in %j',
    (contract) => {
      expect(listDefinitionLinks(contract)).toEqual([]);
    },
  );
});

describe('withDefinitions', () => {
  const definition = {
    name: 'strict',
    url: 'https://here/definitions/a',
    logicalType: 'string',
    logicalTypeOptions: { minLength: 5, pattern: '^a' },
    properties: [{ name: 'other' }],
    required: true,
  };

  it('fills what the property does not say, and no name or structure', () => {
    const [, table] = withDefinitions(nested, { '/definitions/a': definition }).schema as Record<
      string,
      any
    >[];
    expect(table?.properties[0]).toEqual({
      name: 'code',
      physicalName: 'CODE',
      ...link('definition', '/definitions/a'),
      logicalType: 'string',
      logicalTypeOptions: { minLength: 5, pattern: '^a' },
      required: true,
    });
  });

  it('fills nested values', () => {
    const [, table] = withDefinitions(nested, {
      'https://x/b': definition,
      '/semantics/main/city': definition,
    }).schema as Record<string, any>[];
    expect([
      table?.properties[1].properties[0].required,
      table?.properties[2].items.required,
    ]).toEqual([true, true]);
  });

  it('keeps what the property says, whole members and even null', () => {
    const property = {
      name: 'code',
      ...link('definition', 'd'),
      logicalTypeOptions: { maxLength: 9 },
      required: null,
    };
    const filled = withDefinitions(
      { schema: [{ name: 't', properties: [property] }] },
      { d: definition },
    );
    expect(filled).toEqual({
      schema: [{ name: 't', properties: [{ ...property, logicalType: 'string' }] }],
    });
  });
});
