import { Type } from '@sinclair/typebox';
import { hashRequest, startGeneration } from '../../commands/code-generation/start-generation.ts';
import type { GenerationRequest } from '../../commands/code-generation/start-generation.ts';
import { refuseUnknownDocument } from '../../commands/documents/refuse-unknown-document.ts';
import {
  findGenerationOfWork,
  findStoredGeneration,
  updateGenerationUse,
} from '../../db/tables/generations.ts';
import { transact } from '../../db/transact.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { generators } from '../../jobs/code-generation/generators/index.ts';
import { parseObject } from '../parse-document.ts';
import { readPrefer } from '../prefer.ts';
import { readGeneration } from '../read-generation.ts';
import { defineRoute } from '../route.ts';
import type { Answer, ApiRequest, Route } from '../route.ts';
import {
  generateQuery,
  generateRequestSchema,
  generateResponseSchema,
  generatorSchema,
} from '../schemas/code-generation.ts';

const tag = 'code generation';

/** How long a request waits for its files, unless it prefers to wait less. */
const waitSeconds = 60;

/** A use is noted so often: what nobody uses for a month is deleted. */
const noteUseEveryMs = 24 * 3_600_000;

type Generating = ApiRequest<{ id: string }, { server?: string; dialect?: string }>;

const generateRoute = defineRoute({
  method: 'POST',
  path: '/api/datacontracts/:id/generate',
  summary: 'Generate code from a data contract; a repeated request waits for the same work',
  tag,
  access: 'key',
  // Nothing of the catalogue changes.
  permission: 'read',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object(generateQuery),
  body: { formats: ['json', 'yaml'], schema: generateRequestSchema, required: true },
  answers: { 200: { description: 'The files', schema: generateResponseSchema } },
  handle: async (request: Generating) => {
    const dataContractId = checkDocumentId(request.params.id);
    const { document } = await parseObject(request.body);
    const generation = readGeneration(
      document,
      request.query,
      request.services.settings.generation,
    );
    const { joinedWork } = request;
    const answer =
      joinedWork === undefined
        ? await findStored(request, dataContractId, generation)
        : await waitFor(request, joinedWork);
    return present(dataContractId, answer ?? (await generate(request, dataContractId, generation)));
  },
});

async function findStored(
  { principal: { organizationId }, services, now }: Generating,
  dataContractId: string,
  generation: GenerationRequest,
): Promise<string | undefined> {
  const { knex } = services.database;
  const requestHash = hashRequest(generation);
  const asked = { dataContractId, requestHash };
  const stored = await findStoredGeneration(knex, organizationId, asked);
  if (!stored) refuseUnknownDocument(dataContract, dataContractId);
  const { contractHash, usedAt, answer } = stored;
  if (usedAt !== null && now.getTime() - usedAt.getTime() > noteUseEveryMs) {
    await updateGenerationUse(knex, { organizationId, contractHash, requestHash }, now);
  }
  return answer ?? undefined;
}

async function generate(
  request: Generating,
  dataContractId: string,
  generation: GenerationRequest,
): Promise<string> {
  const { organizationId } = request.principal;
  const { now } = request;
  const { workId } = await transact(request.services.database, async (tx) => {
    const start = { organizationId, dataContractId, request: generation, now };
    const started = await startGeneration(tx, start);
    await request.noteWork(tx, started.workId);
    return started;
  });
  return (
    (await waitFor(request, workId)) ??
    refuse('still_running', 'What was generated is gone already; repeat the request.')
  );
}

/** The files, when they are there; undefined when nothing is known of such work any more. */
async function waitFor(request: Generating, workId: string): Promise<string | undefined> {
  const { services, principal } = request;
  const { respondAsync, waitSeconds: preferred = waitSeconds } = readPrefer(
    request.header('prefer'),
  );
  const timeoutMs = respondAsync ? 0 : Math.min(preferred, waitSeconds) * 1000;
  await services.waiters.wait(workId, { timeoutMs, gone: request.gone });
  const { knex } = services.database;
  const state = await findGenerationOfWork(knex, principal.organizationId, workId);
  if (!state) return undefined;
  if (state.answer !== null) return state.answer;
  if (state.workState === 'QUEUED' || state.workState === 'RUNNING') {
    refuse(
      'still_running',
      'The files are still waited for; repeat the request to wait for the same work.',
    );
  }
  return refuse('generation_failed', `Nothing was generated: ${state.error ?? 'cancelled'}`);
}

/** The stored text is everything but whose it is. */
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

/** Listed where an endpoint is configured only, so that nobody is offered what fails. */
const custom: (typeof listed)[number] = {
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
  summary: 'List what can be generated from data contracts',
  tag,
  access: 'key',
  params: Type.Object({}),
  query: Type.Object({}),
  answers: { 200: { description: 'The formats', schema: Type.Array(generatorSchema) } },
  handle: ({ services }) => {
    const json = services.settings.generation ? [...listed, custom] : listed;
    return Promise.resolve({ status: 200, json });
  },
});

/** Generating code, and what can be generated. */
export const codeGenerationRoutes: readonly Route[] = [generateRoute, listRoute];
