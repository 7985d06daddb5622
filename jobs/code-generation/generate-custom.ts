import { Type } from '@sinclair/typebox';
import { hashEndpoint } from '../../commands/code-generation/start-generation.ts';
import { refuse } from '../../domain/errors.ts';
import type { GenerationEndpoint } from '../../domain/generation-settings.ts';
import { normaliseContract } from '../../domain/standards/odcs/normalise.ts';
import { defineJob } from '../define-job.ts';
import type { JobSettings } from '../define-job.ts';
import { askGenerationEndpoint } from './ask-generation-endpoint.ts';
import { readRequestedContract, requestedContract, storeAnswer } from './requested-contract.ts';

const payload = Type.Object({
  ...requestedContract,
  prompt: Type.String(),
  /** Of the address that the API knew: its answers are stored under it. */
  endpointHash: Type.String(),
});

/** Lets the endpoint of the installation generate from a contract and a prompt, and stores what it answers. */
export const generateCustom = defineJob({
  kind: 'custom-generation',
  name: 'generate-custom',
  payload,
  run: async (context, { prompt, endpointHash, server: key, ...request }) => {
    const endpoint = endpointOf(context.settings, endpointHash);
    const { dataContractId } = request;
    const dataContract = await readRequestedContract(context, request);
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
        metadata: { ...metadata, ...(server && { serverType: server.type }) },
      })),
    };
    return storeAnswer(context, JSON.stringify(answer));
  },
  // Whoever waits reads the reason from the work.
  giveUp: () => Promise.resolve(),
});

function endpointOf({ generation }: JobSettings, hash: string): GenerationEndpoint {
  if (generation !== undefined && hashEndpoint(generation.url) === hash) return generation;
  return refuse(
    'generation_failed',
    'The worker has another GENERATION_ENDPOINT than the API; give both the same.',
  );
}
