import type { JsonObject } from '../../../lib/json/json.ts';
import { problem } from '../../problem.ts';
import type { Api } from '../api-client.ts';
import { asJson } from './as-json.ts';

/**
 * An integration; an asset that belongs to an output port, named `<data product>/<port>`; and the configuration with which its last run
 * would remove too many assets.
 */
export type DemoIntegration = {
  id: string;
  body: JsonObject;
  assignment: { asset: string; port: string };
  mistake: JsonObject;
};

const pollMs = 50;
const endsWithinMs = 60_000;

/**
 * Runs the integration three times: the first run finds all assets, the second one compares an asset with the contract of its port, and
 * the removal fuse stops the third one.
 */
export async function runIntegration(
  api: Api,
  ui: Api,
  { id, body, assignment, mistake }: DemoIntegration,
): Promise<void> {
  const path = `/ui/integrations/${id}`;
  await ui('PUT', path, asJson(body));
  await run(ui, path);
  await assign(api, assignment);
  await run(ui, path);
  await ui('PUT', path, asJson({ ...body, configuration: mistake }));
  await run(ui, path);
}

async function assign(api: Api, { asset, port }: DemoIntegration['assignment']): Promise<void> {
  const { text } = await api('GET', '/api/assets?size=100');
  const assets = JSON.parse(text) as { id: string; info: { name?: string } }[];
  const found = assets.find(({ info }) => info.name === asset);
  if (found === undefined) throw problem(`The integration found no asset ${asset}.`);
  await api('PUT', `/api/assets/${encodeURIComponent(found.id)}/assignments/${port}`);
}

async function run(ui: Api, path: string): Promise<void> {
  const { text } = await ui('POST', `${path}/run`);
  const { ingestionRunId } = JSON.parse(text) as { ingestionRunId: string };
  const deadline = Date.now() + endsWithinMs;
  for (;;) {
    const answer = await ui('GET', `${path}/runs/${ingestionRunId}`);
    const { status } = JSON.parse(answer.text) as { status: string };
    if (status !== 'QUEUED' && status !== 'RUNNING') return;
    if (Date.now() > deadline) throw problem(`The run of ${path} is ${status} after 60 s.`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
