import type { TypeSystem } from './type-system.ts';

/** Trino. */
export const trinoTypes: TypeSystem = {
  title: 'Trino',
  types: [
    { names: ['tinyint'], logical: 'integer' },
    { names: ['smallint'], logical: 'integer' },
    { names: ['integer'], logical: 'integer' },
    { names: ['bigint'], logical: 'integer' },
    { names: ['decimal'], logical: 'number', defaults: ['38', '0'] },
    { names: ['real'], logical: 'number' },
    { names: ['double'], logical: 'number' },
    { names: ['varchar', 'text'], logical: 'string' },
    { names: ['char'], logical: 'string', defaults: ['1'] },
    { names: ['uuid'], logical: 'string' },
    { names: ['boolean'], logical: 'boolean' },
    { names: ['date'], logical: 'date' },
    { names: ['time'], logical: 'time', defaults: ['3'] },
    { names: ['time with time zone', 'timetz'], logical: 'time', defaults: ['3'] },
    {
      names: ['timestamp', 'timestamp with time zone'],
      logical: 'timestamp',
      defaults: ['3'],
    },
    { names: ['array'], logical: 'array' },
    { names: ['row', 'struct'], logical: 'object' },
    { names: ['map'], logical: 'map' },
    { names: ['json'], logical: 'object' },
    { names: ['varbinary', 'blob'] },
    { names: ['interval day to second'] },
    { names: ['interval year to month'] },
    { names: ['ipaddress'] },
    { names: ['hyperloglog'] },
    { names: ['geometry'] },
  ],
};
