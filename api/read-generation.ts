import type { GenerationRequest } from '../commands/code-generation/start-generation.ts';
import type { TypeDialect } from '../domain/dialects/dialect.ts';
import { refuse } from '../domain/errors.ts';
import { assertValid } from '../domain/validation.ts';
import { generators } from '../jobs/code-generation/generators/index.ts';
import type { JsonObject } from '../lib/json.ts';
import { generateRequestSchema } from './schemas/code-generation.ts';

const types = generators.map(({ type }) => type);

/**
 * What a request to generate asks for, of its body and its query. Refuses with `bad_request` what the registry of generators does
 * not know, and with `generation_not_configured` what nobody generates here.
 */
export function readGeneration(
  body: JsonObject,
  query: { server?: string; dialect?: string },
): GenerationRequest {
  const { type } = body;
  if (type === 'custom') return refuseCustom(body['prompt']);
  const generator = generators.find((candidate) => candidate.type === type);
  if (!generator) {
    return refuse('bad_request', `'type' must be one of ${[...types, 'custom'].join(', ')}.`);
  }
  const dialect = chosen('dialect', body['dialect'], query.dialect);
  const compat = body['compat'] ?? undefined;
  assertKnown(generator.type, { dialect }, generator.dialects);
  assertKnown(generator.type, { compat }, generator.variants);
  const checked = assertValid(generateRequestSchema, body, 'invalid_body');
  return {
    type: generator.type,
    dialect: dialect as TypeDialect | undefined,
    server: chosen('server', checked.server, query.server),
    compat: checked.compat ?? undefined,
  };
}

function refuseCustom(prompt: unknown): never {
  if (typeof prompt !== 'string' || prompt.trim() === '') {
    refuse('bad_request', "'custom' needs a 'prompt' that says what to generate.");
  }
  return refuse(
    'generation_not_configured',
    `No endpoint that generates from prompts is configured; ${types.join(', ')} need none.`,
  );
}

/** The member of the body or the parameter of the query; both may say the same. */
function chosen<Value>(name: string, inBody: Value, inQuery: string | undefined) {
  const value = inBody ?? undefined;
  if (value !== undefined && inQuery !== undefined && value !== inQuery) {
    refuse('bad_request', `'${name}' differs between the body and the query; leave one out.`);
  }
  return value ?? inQuery;
}

function assertKnown(type: string, option: Record<string, unknown>, known: readonly string[]) {
  for (const [name, value] of Object.entries(option)) {
    if (value === undefined || known.some((each) => each === value)) continue;
    const allowed =
      known.length > 0 ? `must be one of ${known.join(', ')}` : 'must be left out: it has none';
    refuse('bad_request', `'${name}' of ${type} ${allowed}.`);
  }
}
