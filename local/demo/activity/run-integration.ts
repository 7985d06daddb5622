import type { JsonObject } from '../../../lib/json/json.ts';
import { problem } from '../../problem.ts';
import type { Api } from '../api-client.ts';
import { asJson } from './as-json.ts';

/** An integration, and the configuration with which its second run would remove too many assets. */
export type DemoIntegration = { id: string; body: JsonObject; mistake: JsonObject };

const pollMs = 50;
const endsWithinMs = 60_000;

/** Runs the integration twice: the first run finds all assets, and the removal fuse stops the second one. */
export async function runIntegration(
  ui: Api,
  { id, body, mistake }: DemoIntegration,
): Promise<void> {
  const path = `/ui/integrations/${id}`;
  await ui('PUT', path, asJson(body));
  await run(ui, path);
  await ui('PUT', path, asJson({ ...body, configuration: mistake }));
  await run(ui, path);
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
