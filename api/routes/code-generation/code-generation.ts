import { Type } from '@sinclair/typebox';
import { definitionsOfRequest } from '../../../commands/code-generation/definitions-of-request.ts';
import {
  hashRequest,
  startGeneration,
} from '../../../commands/code-generation/start-generation.ts';
import type { GenerationRequest } from '../../../commands/code-generation/start-generation.ts';
import { refuseUnknownDocument } from '../../../commands/refuse-unknown-document.ts';
import {
  findGenerationOfWork,
  findStoredGeneration,
  updateGenerationUse,
} from '../../../db/tables/code-generation/generations.ts';
import type { GenerationState } from '../../../db/tables/code-generation/generations.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import { generators } from '../../../jobs/code-generation/generators/catalogue.ts';
import { parseObject } from '../../body/parse-document.ts';
import { readPrefer } from '../../http/prefer.ts';
import { readGeneration } from '../../body/read-generation.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Answer, ApiRequest, PendingAnswer } from '../../exchange.ts';
import {
  generateQuery,
  generateRequestSchema,
  generateResponseSchema,
  generatorSchema,
} from '../../schemas/code-generation/code-generation.ts';

const tag = 'code generation';

/** Maximum time that a request waits for its files; `Prefer` may shorten it. */
const waitSeconds = 60;

/** Interval for recording the use of a generation; generations unused for a month are deleted. */
const noteUseEveryMs = 24 * 3_600_000;

type Generating = ApiRequest<{ id: string }, { server?: string; dialect?: string }>;

/** What the generation from contracts and from their branches has in common. */
export const generateDeclaration = {
  method: 'POST',
  takes: ['prefer'],
  refuses: [
    'duplicate_names',
    'generation_failed',
    'generation_not_configured',
    'gone',
    'invalid_document',
    'server_required',
    'still_running',
    'unknown_server',
  ],
  tag,
  // The catalog does not change.
  permission: 'read',
  query: Type.Object(generateQuery),
  body: { formats: ['json', 'yaml'], schema: generateRequestSchema },
  bounded: 'generations',
  answers: { 200: { description: 'The files', schema: generateResponseSchema } },
} as const;

/** The files that the body of the request asks for. */
export async function readGenerationBody({
  body,
  query,
  services,
}: Pick<Generating, 'body' | 'query' | 'services'>): Promise<GenerationRequest> {
  const { document } = await parseObject(body);
  return readGeneration(document, query, services.settings.generation);
}

const generateRoute = defineRoute({
  ...generateDeclaration,
  path: '/api/datacontracts/:id/generate',
  name: 'generateCode',
  summary: 'Generate code from a data contract; a repeated request waits for the same work',
  handle: async (request: Generating) => {
    const dataContractId = checkDocumentId(request.params.id);
    const generation = await readGenerationBody(request);
    const { joinedWork, now, services } = request;
    const { organizationId } = request.principal;
    const { knex } = services.database;
    // The generation is missing if a later request restarted it after a failure, or if its files were deleted as unused.
    if (joinedWork && (await findGenerationOfWork(knex, organizationId, joinedWork))) {
      return waitFor(request, dataContractId, joinedWork);
    }
    const { answer, whole } = await findStored(request, dataContractId, generation);
    if (answer !== undefined) return present(dataContractId, answer);
    const { workId } = await startGeneration(services.database, {
      organizationId,
      dataContractId,
      request: whole,
      now,
      reading: request.reading,
    });
    return waitFor(request, dataContractId, workId);
  },
});

/** The stored answer, if there is one, and the request with the definitions on which the answer depends. */
async function findStored(
  request: Generating,
  dataContractId: string,
  generation: GenerationRequest,
): Promise<{ answer: string | undefined; whole: GenerationRequest }> {
  const { principal, services, reading, now } = request;
  const { organizationId } = principal;
  const requestHash = hashRequest(generation);
  const asked = { dataContractId, requestHash };
  const stored = await findStoredGeneration(reading.knex, organizationId, asked);
  if (!stored) refuseUnknownDocument(dataContract, dataContractId);
  const { contractHash, usedAt, answer, isLinking } = stored;
  if (isLinking && !generation.definitions) {
    const of = { dataContractId, now };
    const definitions = await definitionsOfRequest(reading.knex, organizationId, of);
    return findStored(request, dataContractId, { ...generation, definitions });
  }
  if (usedAt !== null && now.getTime() - usedAt.getTime() > noteUseEveryMs) {
    const { knex } = services.database;
    await updateGenerationUse(knex, { organizationId, contractHash, requestHash }, now);
  }
  return { answer: answer ?? undefined, whole: generation };
}

/** Waits for the files up to the time limit. */
export function waitFor(
  {
    header,
    gone,
    principal: { organizationId },
  }: Pick<Generating, 'header' | 'gone' | 'principal'>,
  dataContractId: string,
  workId: string,
): PendingAnswer {
  const { respondAsync, waitSeconds: preferred = waitSeconds } = readPrefer(header('prefer'));
  const timeoutMs = respondAsync ? 0 : Math.min(preferred, waitSeconds) * 1000;
  return {
    workId,
    answer: async ({ waiters, database }) => {
      await waiters.wait(workId, { timeoutMs, gone });
      const state = await findGenerationOfWork(database.knex, organizationId, workId);
      return present(dataContractId, answerOf(state));
    },
  };
}

function answerOf(state: GenerationState | undefined): string {
  if (!state) {
    return refuse(
      'still_running',
      'The generated files have already been deleted; repeat the request.',
    );
  }
  if (state.answer !== null) return state.answer;
  if (state.workState === 'QUEUED' || state.workState === 'RUNNING') {
    refuse(
      'still_running',
      'The files are still being generated; repeat the request to wait for the same work.',
    );
  }
  return refuse('generation_failed', `Nothing was generated: ${state.error ?? 'cancelled'}`);
}

/** The stored text lacks only the id of the contract. */
function present(dataContractId: string, answer: string): Answer {
  const head = JSON.stringify({ dataContractId });
  return { status: 200, text: `${head.slice(0, -1)},${answer.slice(1)}` };
}

const listed = generators.map(({ type, title, description, languages, dialects, variants }) => ({
  type,
  title,
  description,
  languages,
  dialects,
  compat: variants,
}));

/** Listed only if an endpoint is configured, because requests would fail otherwise. */
const custom: Omit<(typeof listed)[number], 'type'> & { type: 'custom' } = {
  type: 'custom',
  title: 'Your own generator',
  description: 'Files that the endpoint of this installation makes of the contract and a prompt',
  languages: [],
  dialects: [],
  compat: [],
};

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/generators',
  name: 'listGenerators',
  summary: 'List the formats that can be generated from data contracts',
  tag,
  answers: { 200: { description: 'The formats', schema: Type.Array(generatorSchema) } },
  handle: ({ services }) => {
    const json = services.settings.generation ? [...listed, custom] : listed;
    return Promise.resolve({ status: 200, json });
  },
});

/** Code generation, and the list of generators. */
export const codeGenerationRoutes: readonly Route[] = [generateRoute, listRoute];
