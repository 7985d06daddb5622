import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { generatorEdition } from '../../commands/code-generation/generator-edition.ts';
import { hashContract } from '../../commands/code-generation/start-generation.ts';
import { findPastDocument } from '../../db/tables/document-revisions.ts';
import { updateGenerationAnswer } from '../../db/tables/generations.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { ContractModel } from '../../domain/standards/odcs/contract-model.ts';
import { normaliseContract } from '../../domain/standards/odcs/normalise.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';
import { writeGeneration } from './write-generation.ts';
import type { GenerationChoice } from './write-generation.ts';

const payload = Type.Object({
  dataContractId: Type.String(),
  revision: Type.Integer(),
  contractHash: Type.String(),
  edition: Type.String(),
  type: Type.String(),
  dialect: Type.Optional(Type.String()),
  server: Type.Optional(Type.String()),
  compat: Type.Optional(Type.String()),
});

/** Longer answers are neither stored nor sent. */
const mostBytes = 20 * 1024 * 1024;

/** Generates code from one contract and stores it for everybody who asks for the same. */
export const generateCode = defineJob({
  kind: 'code-generation',
  name: 'generate-code',
  payload,
  run: async (context, request) => {
    const { work, clock } = context;
    const organizationId = organizationOf(work.organizationId);
    // No refusal: the next attempt may meet the build that requested it.
    if (request.edition !== generatorEdition)
      throw new Error('It was requested by another version of the product.');
    const contract = normaliseContract(await readContract(context, organizationId, request));
    const answer = write(context, contract, request);
    const bytes = Buffer.byteLength(answer);
    if (bytes > mostBytes) {
      refuse(
        'generation_failed',
        `The files have ${bytes} bytes; ${mostBytes} are the most: divide the contract.`,
      );
    }
    return (tx) =>
      updateGenerationAnswer(tx, { organizationId, workId: work.id }, { answer, now: clock.now() });
  },
  // Whoever waits reads the reason from the work.
  giveUp: () => Promise.resolve(),
});

/** Generators are pure: another attempt would fail in the same way. */
function write({ log }: JobContext, contract: ContractModel, choice: GenerationChoice): string {
  try {
    return writeGeneration(contract, choice);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log.error({ err: error, format: choice.type }, 'a generator failed');
    return refuse('generation_failed', `The generator of ${choice.type} failed on this contract.`);
  }
}

async function readContract(
  { database }: JobContext,
  organizationId: OrganizationId,
  { dataContractId, revision, contractHash }: Static<typeof payload>,
): Promise<unknown> {
  const key = { organizationId, kind: 'data-contract', id: dataContractId };
  const stored = await findPastDocument(database.knex, key, { revision });
  if (!stored || hashContract(stored.body).toString('hex') !== contractHash) {
    refuse('generation_failed', 'The contract was changed meanwhile; ask again.');
  }
  return JSON.parse(stored.body);
}

function organizationOf(id: OrganizationId | undefined): OrganizationId {
  return id ?? refuse('bad_request', 'Generated code belongs to an organization.');
}
