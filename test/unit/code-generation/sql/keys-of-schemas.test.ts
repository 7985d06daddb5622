import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { sqlalchemy } from '../../../../jobs/code-generation/generators/sqlalchemy/generator.ts';
import { scriptOf, sqlContract } from './contract.ts';

const id = { name: 'id', logicalType: 'integer', primaryKey: true };
const to = (target: string) => ({
  name: 'parent',
  logicalType: 'integer',
  relationships: [{ to: `${target}.id` }],
});
const contract = sqlContract([
  { name: 'plain', properties: [id] },
  { name: 'placed', physicalName: 'sales.placed', properties: [id] },
  { name: 'same', physicalName: 'sales.same', properties: [id, to('placed')] },
  { name: 'outwards', physicalName: 'sales.outwards', properties: [id, to('plain')] },
  { name: 'inwards', properties: [id, to('placed')] },
]);

const mysql = 'outwards.parent: no foreign key to plain.id, as its target names no schema.';

it.each<[TypeDialect, number, string[]]>([
  ['postgres', 3, []],
  ['mysql', 2, [mysql]],
  [
    'duckdb',
    1,
    [
      'outwards.parent (plain.id), inwards.parent (placed.id): no foreign key to …, as it has none between schemas.',
    ],
  ],
])('foreign keys between schemas are left out where %s refuses them', (dialect, count, told) => {
  const { text, notes } = scriptOf(contract, dialect);
  expect(text.match(/FOREIGN KEY/g)).toHaveLength(count);
  expect(notes.filter((note) => note.includes('no foreign key'))).toEqual(told);
  const [file] = sqlalchemy.generate(contract, { dialect, server: undefined, compat: undefined });
  expect(file?.content.match(/ForeignKey\w*\(/g)).toHaveLength(count);
});

it('foreign keys stay where the server names one schema for all', () => {
  const tables = sqlContract([
    { name: 'a', properties: [id] },
    { name: 'b', properties: [id, to('a')] },
  ]);
  for (const dialect of ['mysql', 'duckdb'] as const) {
    const server = { server: 's', type: dialect, database: 'shop', schema: 'shop' };
    expect(scriptOf(tables, dialect, server).text).toContain('FOREIGN KEY');
  }
});
