import { Type } from '@sinclair/typebox';
import { hashDefinitions } from '../../commands/code-generation/definitions-of-request.ts';
import { findTestedContract } from '../../commands/contract-branches/tested-contract.ts';
import { generatorEdition } from '../../commands/code-generation/generator-edition.ts';
import { hashContract } from '../../commands/code-generation/start-generation.ts';
import { updateGenerationAnswer } from '../../db/tables/code-generation/generations.ts';
import type { JsonObject } from '../../domain/standards/json-value.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { inlineDefinitions } from '../linked-definitions/inline-definitions.ts';
import type { UnreadLink } from '../linked-definitions/inline-definitions.ts';
import type { ClosingWrite, JobContext } from '../define-job.ts';

/** The contract in payloads; `server` is the key of one of its servers. */
export const requestedContract = {
  dataContractId: Type.String(),
  revision: Type.Integer(),
  contractHash: Type.String(),
  edition: Type.String(),
  server: Type.Optional(Type.String()),
  /** Hash of the linked definitions that are stored here. */
  definitions: Type.Optional(Type.String()),
};

type RequestedContract = {
  dataContractId: string;
  revision: number;
  contractHash: string;
  edition: string;
  definitions?: string;
};

/** Size of the generated files; the reader of an endpoint stops there, and larger answers are refused. */
export const maxBytes = 20 * 1024 * 1024;

/**
 * The contract at the version of the request, with its linked definitions, and a warning for each link that could not be read.
 * Refuses with `generation_failed` if the contract or a definition has changed since.
 */
export async function readRequestedContract(
  context: JobContext,
  { dataContractId, revision, contractHash, edition, definitions }: RequestedContract,
): Promise<{ document: JsonObject; warnings: string[] }> {
  const { database, work, clock } = context;
  // No refusal: the next attempt may meet the build that requested it.
  if (edition !== generatorEdition)
    throw new Error('It was requested by another version of the product.');
  const organizationId = organizationOf(work.organizationId);
  const asked = { dataContractId, revision };
  const stored = await findTestedContract(database.knex, organizationId, asked, clock.now());
  if (!stored || hashContract(stored.body).toString('hex') !== contractHash) {
    refuse('generation_failed', 'The contract was changed meanwhile; ask again.');
  }
  const written = JSON.parse(stored.body) as JsonObject;
  const inlined = await inlineDefinitions(context, { organizationId, document: written });
  if (definitions !== undefined && hashDefinitions(inlined.stored) !== definitions) {
    refuse('generation_failed', 'A linked definition was changed meanwhile; ask again.');
  }
  return { document: inlined.document, warnings: inlined.unread.map(warningOf) };
}

function warningOf({ field, url, reason }: UnreadLink): string {
  return `The definition of '${field}' at '${url}' could not be read and is not applied: ${reason}`;
}

/** Stores the answer for every identical request. Refuses with `generation_failed` if it is too long. */
export function storeAnswer({ work, clock }: JobContext, answer: string): ClosingWrite {
  const organizationId = organizationOf(work.organizationId);
  const bytes = Buffer.byteLength(answer);
  if (bytes > maxBytes) {
    refuse(
      'generation_failed',
      `The files have ${bytes} bytes; ${maxBytes} are the most: divide the contract.`,
    );
  }
  return (tx) =>
    updateGenerationAnswer(tx, { organizationId, workId: work.id }, { answer, now: clock.now() });
}

function organizationOf(id: OrganizationId | undefined): OrganizationId {
  return id ?? refuse('bad_request', 'Generated code belongs to an organization.');
}
