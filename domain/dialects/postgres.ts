import type { TypeSystem } from './type-system.ts';

/** PostgreSQL, as `format_type` writes types. A serial column is an integer column with a sequence. */
export const postgresTypes: TypeSystem = {
  title: 'PostgreSQL',
  types: [
    {
      names: ['smallint', 'int2', 'tinyint', 'smallserial', 'serial2'],
      logical: 'integer',
    },
    { names: ['integer', 'serial', 'serial4'], logical: 'integer' },
    { names: ['bigint', 'int8', 'bigserial', 'serial8'], logical: 'integer' },
    { names: ['numeric', 'decimal'], logical: 'number' },
    { names: ['real', 'float4'], logical: 'number' },
    { names: ['double precision', 'double', 'float'], logical: 'number' },
    { names: ['money'], logical: 'number' },
    { names: ['text'], logical: 'string' },
    { names: ['character varying', 'varchar'], logical: 'string' },
    { names: ['character', 'char'], logical: 'string' },
    { names: ['citext'], logical: 'string' },
    { names: ['name'], logical: 'string' },
    { names: ['uuid'], logical: 'string' },
    { names: ['boolean'], logical: 'boolean' },
    { names: ['date'], logical: 'date' },
    { names: ['time without time zone', 'time'], logical: 'time', defaults: ['6'] },
    { names: ['time with time zone', 'timetz'], logical: 'time', defaults: ['6'] },
    {
      names: ['timestamp without time zone', 'timestamp', 'timestamp with time zone'],
      logical: 'timestamp',
      defaults: ['6'],
    },
    { names: ['json'], logical: 'object' },
    { names: ['jsonb'], logical: 'object' },
    // A composite type, with what it is made of.
    { names: ['composite'], logical: 'object' },
    { names: ['array'], logical: 'array' },
    { names: ['vector'], logical: 'vector' },
    { names: ['bytea', 'blob'] },
    { names: ['interval'] },
    { names: ['inet'] },
    { names: ['xml'] },
    { names: ['bit'] },
    { names: ['bit varying', 'varbit'] },
  ],
};
