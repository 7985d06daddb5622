import type { TypeRow, TypeSystem } from './type-system.ts';

const integers = [
  ['smallint'],
  ['mediumint'],
  ['int', 'integer'],
  ['bigint', 'int8'],
] as const satisfies readonly (readonly [string, ...string[]])[];

const unsigned = (name: string): string => `${name} unsigned`;

/** In MySQL and MariaDB the number in brackets is how wide an integer is shown, except for booleans. */
function integerRow([first, ...others]: readonly [string, ...string[]]): TypeRow[] {
  const row = { logical: 'integer', parameters: 'ignored' } as const;
  return [
    { names: [first, ...others], ...row },
    { names: [unsigned(first), ...others.map(unsigned)], ...row },
  ];
}

/** MySQL and MariaDB, as `column_type` writes types. */
export const mysqlTypes: TypeSystem = {
  title: 'MySQL and MariaDB',
  types: [
    { names: ['tinyint'], logical: 'integer', defaults: ['4'] },
    { names: ['tinyint unsigned'], logical: 'integer', defaults: ['3'] },
    ...integers.flatMap(integerRow),
    { names: ['decimal'], logical: 'number', defaults: ['10', '0'] },
    { names: ['decimal unsigned', 'numeric unsigned'], logical: 'number', defaults: ['10', '0'] },
    { names: ['float', 'float4'], logical: 'number' },
    { names: ['float unsigned'], logical: 'number' },
    { names: ['double', 'real'], logical: 'number' },
    { names: ['double unsigned', 'real unsigned'], logical: 'number' },
    { names: ['char', 'nchar'], logical: 'string', defaults: ['1'] },
    { names: ['varchar', 'nvarchar'], logical: 'string' },
    { names: ['tinytext'], logical: 'string' },
    { names: ['text'], logical: 'string' },
    { names: ['mediumtext', 'long varchar', 'long'], logical: 'string' },
    // MariaDB keeps JSON as longtext.
    { names: ['longtext', 'json'], logical: 'string' },
    { names: ['enum'], logical: 'string' },
    { names: ['set'], logical: 'string' },
    { names: ['uuid'], logical: 'string' },
    { names: ['date'], logical: 'date' },
    { names: ['time'], logical: 'time', defaults: ['0'] },
    { names: ['datetime'], logical: 'timestamp', defaults: ['0'] },
    { names: ['timestamp'], logical: 'timestamp', defaults: ['0'] },
    { names: ['year'], logical: 'integer', parameters: 'ignored' },
    { names: ['bit'], defaults: ['1'] },
    { names: ['binary'], defaults: ['1'] },
    { names: ['varbinary'] },
    { names: ['tinyblob'] },
    { names: ['blob'] },
    { names: ['mediumblob', 'long varbinary'] },
    { names: ['longblob'] },
    { names: ['vector'], logical: 'vector' },
    { names: ['inet4'], logical: 'string' },
    { names: ['inet6'], logical: 'string' },
    { names: ['geometry'] },
    { names: ['point'] },
  ],
  standsFor: { boolean: 'tinyint(1)', serial: 'bigint unsigned' },
};
