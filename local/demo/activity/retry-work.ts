import type { Api } from '../api-client.ts';
import { asJson } from './as-json.ts';

/** Retries all cancelled work at once, as operators do: the timers of accesses that ended have nothing left to do. */
export async function retryWork(api: Api): Promise<void> {
  const { text } = await api('GET', '/api/ops/work?state=CANCELLED&size=1');
  const { states } = JSON.parse(text) as { states: { CANCELLED: number } };
  if (states.CANCELLED === 0) return;
  const body = { filter: { state: 'CANCELLED' }, expectedCount: states.CANCELLED };
  await api('POST', '/api/ops/work/retry', asJson(body));
}
