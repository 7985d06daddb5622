import { Type } from '@sinclair/typebox';
import {
  testResultHeadSchema,
  testTrendDaySchema,
  verdicts,
} from '../contract-tests/test-results.ts';
import { explainedScoreSchema } from './product-scores.ts';
import { again } from '../again.ts';
import { orNull } from '../nullable.ts';

const worst = (description: string) =>
  orNull(
    Type.String({ enum: [...verdicts], description: `${description}; null if nothing was tested` }),
  );
const count = (description: string) => Type.Integer({ examples: [0], description });

const portSchema = Type.Object({
  outputPortId: Type.String({ examples: ['orders'], description: "The port's id, else its name" }),
  name: orNull(Type.String({ examples: ['orders'] })),
  type: orNull(Type.String({ examples: ['postgres'] })),
  version: orNull(Type.String({ examples: ['1.0.0'] })),
  dataContractId: orNull(
    Type.String({ examples: ['orders'], description: 'Contract of the port; null without one' }),
  ),
  dataContractName: orNull(
    Type.String({ examples: ['Orders'], description: 'null if the contract does not exist' }),
  ),
  latest: orNull(testResultHeadSchema),
  servers: Type.Array(again(testResultHeadSchema), {
    description:
      'The newest result of each server, newest first. A server whose last test is 30 days older than the newest one of the contract counts no more',
  }),
  days: Type.Array(testTrendDaySchema, {
    description:
      'Tests of the contract in the last 30 days (UTC), one entry for each day with tests',
  }),
});

/** The test state of all output ports of a data product. */
export const productQualitySchema = Type.Object(
  {
    score: Type.Optional(explainedScoreSchema),
    result: worst('Worst of the newest results of all servers'),
    checkCount: count('Number of checks in the newest results of all servers, each result once'),
    failedChecks: count('Number of these checks with the result failed or error'),
    counts: Type.Object(
      {
        passed: count('Ports whose latest result is passed'),
        warning: count('Ports whose latest result is warning'),
        failed: count('Ports whose latest result is failed'),
        error: count('Ports that could not be tested'),
        unknown: count('Ports whose latest result is unknown'),
        untested: count('Ports without a result'),
      },
      { description: 'Ports by their latest result' },
    ),
    ports: Type.Array(portSchema, { description: 'In the order of the product' }),
  },
  { $id: 'DataProductQuality' },
);
