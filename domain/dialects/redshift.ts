import type { TypeSystem } from './type-system.ts';

/** Amazon Redshift: without arrays; `text` is kept as varchar(256). */
export const redshiftTypes: TypeSystem = {
  title: 'Amazon Redshift',
  types: [
    { names: ['smallint', 'tinyint'], logical: 'integer' },
    { names: ['integer'], logical: 'integer' },
    { names: ['bigint', 'int8'], logical: 'integer' },
    { names: ['numeric', 'decimal'], logical: 'number', defaults: ['18', '0'] },
    { names: ['real', 'float4'], logical: 'number' },
    { names: ['double precision', 'double', 'float'], logical: 'number' },
    { names: ['character varying', 'varchar', 'nvarchar'], logical: 'string' },
    { names: ['character', 'char', 'nchar'], logical: 'string' },
    { names: ['boolean'], logical: 'boolean' },
    { names: ['date'], logical: 'date' },
    { names: ['time without time zone', 'time'], logical: 'time' },
    { names: ['time with time zone', 'timetz'], logical: 'time' },
    {
      names: ['timestamp without time zone', 'timestamp', 'timestamp with time zone'],
      logical: 'timestamp',
    },
    { names: ['super'], logical: 'object' },
    { names: ['binary varying', 'varbinary', 'varbyte'] },
    { names: ['interval day to second'] },
    { names: ['interval year to month'] },
    { names: ['geometry'] },
    { names: ['geography'] },
    { names: ['hllsketch'] },
  ],
  standsFor: { text: 'character varying(256)', bpchar: 'character(256)' },
  foreign: ['serial', 'bigserial', 'money', 'xml'],
};
