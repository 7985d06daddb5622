import type { TypeSystem } from './type-system.ts';

/** BigQuery, in GoogleSQL and in the older names that its API answers with (INTEGER, FLOAT, BOOLEAN, RECORD). */
export const bigqueryTypes: TypeSystem = {
  title: 'BigQuery',
  types: [
    {
      names: ['int64', 'integer', 'bigint', 'smallint', 'tinyint'],
      logical: 'integer',
    },
    { names: ['float64', 'float', 'real', 'double'], logical: 'number' },
    { names: ['numeric', 'decimal'], logical: 'number' },
    { names: ['bignumeric'], logical: 'number' },
    { names: ['string', 'text'], logical: 'string' },
    { names: ['bool', 'boolean'], logical: 'boolean' },
    { names: ['date'], logical: 'date' },
    { names: ['time'], logical: 'time' },
    { names: ['timestamp', 'datetime'], logical: 'timestamp' },
    { names: ['array'], logical: 'array' },
    { names: ['struct', 'record'], logical: 'object' },
    { names: ['json'], logical: 'object' },
    { names: ['bytes', 'binary'] },
    { names: ['range'] },
    { names: ['interval'] },
    { names: ['geography'] },
  ],
};
