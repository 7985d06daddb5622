import { Type } from '@sinclair/typebox';

/** Settings of the service that generates files from prompts, read by `config.ts`. */
export const generationSettings = {
  generationEndpoint: {
    env: 'GENERATION_ENDPOINT',
    schema: Type.Optional(
      Type.String({
        pattern: '^https?://[^/@?#\\s]+(/[^@?#\\s]*)?$',
        description:
          'an address like https://generator.example.com/generate, without user and query',
      }),
    ),
    meaning:
      'Address that generates files from contracts and prompts (type custom), the same for APIs and workers; without it there is no such type',
  },
  generationToken: {
    env: 'GENERATION_TOKEN',
    schema: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{8,4000}$',
        description: 'of 8 to 4000 visible ASCII characters without spaces',
      }),
    ),
    meaning: 'Sent to GENERATION_ENDPOINT as Authorization: Bearer',
    secret: true,
  },
  generationTimeoutSeconds: {
    env: 'GENERATION_TIMEOUT_SECONDS',
    schema: Type.Integer({ default: 50, minimum: 1, maximum: 300 }),
    meaning: 'How long GENERATION_ENDPOINT may take; a request waits 60 s and can be repeated',
  },
} as const;

type Values = {
  generationEndpoint?: string;
  generationToken?: string;
  generationTimeoutSeconds: number;
};

/** Address of the service that generates files. */
export type GenerationEndpoint = { url: string; token: string | undefined; timeoutMs: number };

/**
 * The endpoint from the settings; adds a problem, starting with the name of the setting, for each invalid
 * combination.
 */
export function readGenerationEndpoint(
  { generationEndpoint: url, generationToken: token, generationTimeoutSeconds }: Values,
  problems: string[],
): GenerationEndpoint | undefined {
  if (url === undefined) {
    if (token !== undefined) problems.push('GENERATION_TOKEN: is set without GENERATION_ENDPOINT');
    return undefined;
  }
  const isKnownProblem = problems.some((problem) => problem.startsWith('GENERATION_ENDPOINT:'));
  if (!isKnownProblem && !URL.canParse(url)) {
    problems.push(`GENERATION_ENDPOINT: '${url}' must be an address that can be called`);
  }
  return { url, token, timeoutMs: generationTimeoutSeconds * 1000 };
}
