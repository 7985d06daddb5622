import { load } from 'js-yaml';
import { dbtModels } from '../../../../jobs/code-generation/generators/dbt/models.ts';
import type { Yaml } from './compile.ts';
import { contractOf, withWarnings } from '../contracts.ts';

const orders = contractOf(
  [
    {
      name: 'orders',
      deprecated: true,
      properties: [
        { name: 'id', logicalType: 'integer', primaryKey: true, deprecated: true },
        {
          name: 'state',
          logicalType: 'string',
          enum: [{ value: 'o', label: 'Open', description: 'Not {{ paid }}' }, { value: 'p' }],
          partitioned: true,
          partitionKeyPosition: 2,
          transformLogic: 'lower(raw_state)',
          examples: ['o', { odd: 1 }],
        },
        {
          name: 'address',
          logicalType: 'object',
          properties: [
            {
              name: 'zip',
              description: 'Five digits',
              logicalTypeOptions: { pattern: '^[0-9]+$' },
            },
            { name: 'kind', enum: [{ value: 'home' }], tags: ['pii'] },
          ],
        },
        {
          name: 'placed',
          logicalType: 'timestamp',
          logicalTypeOptions: {
            timezone: true,
            minimum: '2020-01-01T00:00:00+02:00',
            maximum: '2030-01-01T00:00:00',
          },
        },
        { name: 'total', logicalType: 'number', semanticType: 'measure', transformLogic: 'sum(x)' },
      ],
    },
  ],
  {
    domain: 'sales',
    description: { purpose: 'Sells', usage: 'Reports', limitations: 'None' },
    support: [{ channel: 'chat' }],
    roles: [{ role: 'reader' }],
  },
);

const files = withWarnings(
  dbtModels.generate(orders, {
    dialect: 'postgres',
    server: undefined,
    compat: undefined,
  }),
);
const notes = files[0]?.metadata.notes ?? [];
const modelOf = (): Yaml => {
  const { models } = load(files[0]?.content ?? '') as { models: Yaml[] };
  return models[0] ?? {};
};
const columns = modelOf()['columns'] as Yaml[];

describe('words that dbt has no place for', () => {
  it('stand in meta: deprecations, allowed values, partitions, examples', () => {
    expect(modelOf()).toMatchObject({ config: { meta: { deprecated: true, domain: 'sales' } } });
    expect(columns[0]).toMatchObject({ config: { meta: { deprecated: true } } });
    expect(columns[1]).toMatchObject({
      config: {
        meta: {
          allowed_values: [{ value: 'o', label: 'Open' }],
          partition_key: 2,
          transform_logic: 'lower(raw_state)',
          examples: ['o', '{"odd":1}'],
        },
      },
    });
  });

  it('are told where they are no column', () => {
    expect(columns.map(({ name }) => name)).toEqual(['id', 'state', 'address', 'placed']);
    expect(notes).toContain('orders: what is computed of its columns is left out: total.');
  });

  it('are told once of everything inside of a column', () => {
    expect(notes).toContain(
      'orders.address: what is inside says more than its type, and is not tested: descriptions, pattern, tags, enum.',
    );
  });
});

describe('moments in tests of dbt', () => {
  it('have the zone that the contract gives them', () => {
    expect(JSON.stringify(columns[3])).toContain("TIMESTAMPTZ '2019-12-31 22:00:00+00'");
    expect(notes).toContain(
      'orders.placed: moments that it is tested against are without a zone, which is taken as UTC.',
    );
  });
});

describe('the file of a dbt project', () => {
  it('says which profile it needs', () => {
    const project = files.find(({ filename }) => filename === 'dbt_project.yml')?.content ?? '';
    const { profile } = load(project) as Yaml;
    expect(project).toMatch(
      new RegExp(
        `^# profiles.yml needs the profile ${String(profile)}, with an output of type postgres\\.\n`,
      ),
    );
  });
});
