import { Type } from '@sinclair/typebox';
import { Refusal, refuse } from '../../domain/errors.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';
import { readRequestedContract, requestedContract, storeAnswer } from './requested-contract.ts';
import { writeGeneration } from './write-generation.ts';
import type { GenerationChoice } from './write-generation.ts';

const payload = Type.Object({
  ...requestedContract,
  type: Type.String(),
  dialect: Type.Optional(Type.String()),
  compat: Type.Optional(Type.String()),
});

/** Generates code from one contract and stores it for everybody who asks for the same. */
export const generateCode = defineJob({
  kind: 'code-generation',
  name: 'generate-code',
  payload,
  run: async (context, request) => {
    const document = await readRequestedContract(context, request);
    return storeAnswer(context, write(context, document, request));
  },
  // Whoever waits reads the reason from the work.
  giveUp: () => Promise.resolve(),
});

/** Generators are pure: another attempt would fail in the same way. */
function write({ log }: JobContext, document: unknown, choice: GenerationChoice): string {
  try {
    return writeGeneration(document, choice);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log.error({ err: error, format: choice.type }, 'a generator failed');
    return refuse('generation_failed', `The generator of ${choice.type} failed on this contract.`);
  }
}
