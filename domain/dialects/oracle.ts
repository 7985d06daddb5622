import type { TypeSystem } from './type-system.ts';

/** Oracle. A NUMBER without precision holds any number; integers are numbers without digits behind the point. */
export const oracleTypes: TypeSystem = {
  title: 'Oracle',
  types: [
    { names: ['number', 'decimal'], logical: 'number' },
    { names: ['float', 'real'], logical: 'number' },
    { names: ['binary_float'], logical: 'number' },
    { names: ['binary_double', 'double'], logical: 'number' },
    { names: ['varchar2', 'varchar'], logical: 'string' },
    { names: ['nvarchar2', 'nvarchar'], logical: 'string' },
    { names: ['char'], logical: 'string', defaults: ['1'] },
    { names: ['nchar'], logical: 'string', defaults: ['1'] },
    { names: ['clob', 'text'], logical: 'string' },
    { names: ['nclob'], logical: 'string' },
    { names: ['rowid'], logical: 'string' },
    { names: ['urowid'], logical: 'string' },
    { names: ['boolean'], logical: 'boolean' },
    { names: ['date'], logical: 'date' },
    {
      names: ['timestamp', 'timestamp with time zone'],
      logical: 'timestamp',
      defaults: ['6'],
    },
    { names: ['json'], logical: 'object' },
    { names: ['vector'], logical: 'vector' },
    { names: ['interval year to month'], defaults: ['2'] },
    { names: ['interval day to second'], defaults: ['2', '6'] },
    { names: ['raw'] },
    { names: ['blob'] },
    { names: ['bfile'] },
  ],
  standsFor: {
    tinyint: 'number(*,0)',
    smallint: 'number(*,0)',
    integer: 'number(*,0)',
    bigint: 'number(*,0)',
  },
};
