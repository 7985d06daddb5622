import { hashEndpoint } from '../../commands/code-generation/start-generation.ts';
import type { GenerationRequest } from '../../commands/code-generation/start-generation.ts';
import type { TypeDialect } from '../../domain/dialects/dialect.ts';
import { canonicalDialect } from '../../domain/dialects/dialect-names.ts';
import { refuse } from '../../domain/errors.ts';
import { assertValid } from '../../domain/validation/validation.ts';
import { generators } from '../../jobs/code-generation/generators/catalogue.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { generateRequestSchema } from '../schemas/code-generation/code-generation.ts';

const types = generators.map(({ type }) => type);

type Format = Pick<(typeof generators)[number], 'dialects' | 'variants'> & { type: string };

const customFormat: Format = { type: 'custom', dialects: [], variants: [] };

const maxPromptLength = 10_000;

/**
 * Reads a request for code generation from its body and query. Refuses with `bad_request` values that the
 * registry of generators does not know, and with `generation_not_configured` a prompt if no `endpoint` for
 * prompts is configured.
 */
export function readGeneration(
  written: JsonObject,
  query: { server?: string; dialect?: string },
  endpoint: { url: string } | undefined,
): GenerationRequest {
  const { type } = written;
  if (type === 'custom') {
    const prompt = readPrompt(written['prompt']);
    const endpointHash = hashEndpoint(endpoint?.url ?? refuseCustom());
    return { ...readChoice(customFormat, written, query), custom: { prompt, endpointHash } };
  }
  const generator =
    generators.find((candidate) => candidate.type === type) ??
    refuse('bad_request', `'type' must be one of ${[...types, 'custom'].join(', ')}.`);
  return readChoice(generator, written, query);
}

function readChoice(
  generator: Format,
  written: JsonObject,
  query: { server?: string; dialect?: string },
): GenerationRequest {
  const given = withoutEmpty(written);
  const { dialect: inQuery, server } = withoutEmpty(query);
  const body = { ...given, dialect: canonical(given['dialect']) };
  const dialect = chosen('dialect', body.dialect, canonical(inQuery));
  const compat = given['compat'] ?? undefined;
  assertKnown(generator.type, { dialect }, generator.dialects);
  assertKnown(generator.type, { compat }, generator.variants);
  const checked = assertValid(generateRequestSchema, body, 'invalid_body');
  return {
    type: generator.type,
    dialect: dialect as TypeDialect | undefined,
    server: chosen('server', checked.server, server),
    compat: checked.compat ?? undefined,
  };
}

/** Clients send empty texts for members that they do not use. */
function withoutEmpty<Members extends object>(members: Members): Members {
  const filled = Object.entries(members).filter(([, value]) => value !== '');
  return Object.fromEntries(filled) as Members;
}

/** Resolves aliases and ignores case. */
function canonical<Value>(dialect: Value): Value | string {
  return typeof dialect === 'string' ? canonicalDialect(dialect) : dialect;
}

function readPrompt(prompt: unknown): string {
  if (typeof prompt !== 'string' || prompt.trim() === '') {
    return refuse('bad_request', "'custom' needs a 'prompt' that says what to generate.");
  }
  if (prompt.length <= maxPromptLength) return prompt;
  return refuse('bad_request', `'prompt' must have at most ${maxPromptLength} characters.`);
}

function refuseCustom(): never {
  return refuse(
    'generation_not_configured',
    `No endpoint that generates from prompts is configured; ${types.join(', ')} need none.`,
  );
}

/** The value from the body or the query; refuses different values. */
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
