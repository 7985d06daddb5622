import type { TypeSystem } from './type-system.ts';

/** Snowflake: every exact number is a NUMBER, every text a TEXT, every time stamp is compared as one family. */
export const snowflakeTypes: TypeSystem = {
  title: 'Snowflake',
  types: [
    { names: ['number', 'decimal'], logical: 'number', defaults: ['38', '0'] },
    { names: ['float', 'real', 'double'], logical: 'number' },
    { names: ['decfloat'], logical: 'number' },
    { names: ['text', 'varchar', 'nvarchar'], logical: 'string', defaults: ['16777216'] },
    { names: ['uuid'], logical: 'string' },
    { names: ['boolean'], logical: 'boolean' },
    { names: ['date'], logical: 'date' },
    { names: ['time'], logical: 'time', defaults: ['9'] },
    {
      names: ['timestamp_ntz', 'timestamp_tz', 'timestamp', 'datetime'],
      logical: 'timestamp',
      defaults: ['9'],
    },
    { names: ['variant'], logical: 'object' },
    { names: ['object'], logical: 'object' },
    { names: ['map'], logical: 'map' },
    { names: ['array'], logical: 'array' },
    { names: ['vector'], logical: 'vector' },
    { names: ['binary', 'varbinary'], defaults: ['8388608'] },
    { names: ['geography'] },
    { names: ['geometry'] },
    { names: ['file'] },
  ],
  standsFor: {
    tinyint: 'number(*,0)',
    smallint: 'number(*,0)',
    integer: 'number(*,0)',
    bigint: 'number(*,0)',
    char: 'text(1)',
    nchar: 'text(1)',
  },
};
