import { Type } from '@sinclair/typebox';
import { Refusal, refuse } from '../../domain/errors.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';
import { readRequestedContract, requestedContract, storeAnswer } from './requested-contract.ts';
import type { GenerationChoice } from './write-generation.ts';

const payload = Type.Object({
  ...requestedContract,
  type: Type.String(),
  dialect: Type.Optional(Type.String()),
  compat: Type.Optional(Type.String()),
});

/** Generates code from one contract and stores it for every request with the same options. */
export const generateCode = defineJob({
  kind: 'code-generation',
  name: 'generate-code',
  payload,
  run: async (context, request) => {
    const { document, warnings } = await readRequestedContract(context, request);
    return storeAnswer(context, await write(context, document, { ...request, warnings }));
  },
  // Clients that wait for the result read the reason from the work item.
  giveUp: () => Promise.resolve(),
});

/** Generators are pure: another attempt would fail in the same way. */
async function write(
  { log }: JobContext,
  document: unknown,
  choice: GenerationChoice,
): Promise<string> {
  // All generators, loaded with the first request.
  const { writeGeneration } = await import('./write-generation.ts');
  try {
    return writeGeneration(document, choice);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log.error({ err: error, format: choice.type }, 'a generator failed');
    return refuse('generation_failed', `The generator of ${choice.type} failed on this contract.`);
  }
}
