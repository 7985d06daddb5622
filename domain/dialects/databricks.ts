import type { TypeSystem } from './type-system.ts';

/** Databricks and Spark. */
export const databricksTypes: TypeSystem = {
  title: 'Databricks',
  types: [
    { names: ['tinyint', 'byte'], logical: 'integer' },
    { names: ['smallint'], logical: 'integer' },
    { names: ['int', 'integer'], logical: 'integer' },
    { names: ['bigint'], logical: 'integer' },
    { names: ['decimal'], logical: 'number', defaults: ['10', '0'] },
    { names: ['float', 'real'], logical: 'number' },
    { names: ['double'], logical: 'number' },
    { names: ['string', 'text'], logical: 'string' },
    { names: ['varchar'], logical: 'string' },
    { names: ['char'], logical: 'string' },
    { names: ['boolean'], logical: 'boolean' },
    { names: ['date'], logical: 'date' },
    { names: ['timestamp'], logical: 'timestamp' },
    { names: ['array'], logical: 'array' },
    { names: ['struct'], logical: 'object' },
    { names: ['map'], logical: 'map' },
    { names: ['variant'], logical: 'object' },
    { names: ['object'], logical: 'object' },
    { names: ['binary'] },
    { names: ['interval day to second'] },
    { names: ['interval year to month'] },
    { names: ['geography'] },
    { names: ['geometry'] },
    { names: ['void'] },
  ],
};
