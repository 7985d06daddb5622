import { Type } from '@sinclair/typebox';
import { hashEndpoint } from '../../commands/code-generation/start-generation.ts';
import { refuse } from '../../domain/errors.ts';
import type { GenerationEndpoint } from '../../domain/code-generation/settings.ts';
import { normaliseContract } from '../../domain/standards/normalise-contract.ts';
import { defineJob } from '../define-job.ts';
import type { JobSettings } from '../define-job.ts';
import { askGenerationEndpoint } from './ask-generation-endpoint.ts';
import { readRequestedContract, requestedContract, storeAnswer } from './requested-contract.ts';

const payload = Type.Object({
  ...requestedContract,
  prompt: Type.String(),
  /** Hash of the endpoint's address as the API knew it: answers are stored under this hash. */
  endpointHash: Type.String(),
});

/** Asks the endpoint of the installation to generate from a contract and a prompt, and stores its answer. */
export const generateCustom = defineJob({
  kind: 'custom-generation',
  name: 'generate-custom',
  payload,
  run: async (context, { prompt, endpointHash, server: key, ...request }) => {
    const endpoint = endpointOf(context.settings, endpointHash);
    const { dataContractId } = request;
    const { document: dataContract, warnings } = await readRequestedContract(context, request);
    const { servers } = normaliseContract(dataContract);
    const server = servers.find((each) => key === undefined || each.server === key);
    const asked = { prompt, dataContractId, dataContract, ...(server && { server }) };
    const files = await askGenerationEndpoint(endpoint, asked, context.signal);
    const answer = {
      generationType: 'custom',
      ...(server && { server: server.server }),
      prompt,
      files: files.map(({ metadata, ...file }) => ({
        ...file,
        metadata: {
          ...metadata,
          warnings: [...warnings, ...metadata.warnings],
          ...(server && { serverType: server.type }),
        },
      })),
    };
    return storeAnswer(context, JSON.stringify(answer));
  },
  // Clients that wait for the result read the reason from the work item.
  giveUp: () => Promise.resolve(),
});

function endpointOf({ generation }: JobSettings, hash: string): GenerationEndpoint {
  if (generation !== undefined && hashEndpoint(generation.url) === hash) return generation;
  return refuse(
    'generation_failed',
    'The worker has another GENERATION_ENDPOINT than the API; give both the same.',
  );
}
