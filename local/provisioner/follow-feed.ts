import { accessEvents } from '../../domain/access/access-events.ts';
import { objectOf, objectsOf, textOf } from '../../domain/standards/json-value.ts';
import { isProblem, problem } from '../problem.ts';
import { refusalOf } from './catalog.ts';
import type { PositionStore } from './feed-positions.ts';
import { executor, provision } from './provision.ts';
import type { Simulation } from './provision.ts';

/** Number of handled accesses, and of reports that the catalog refused; updated while running. */
export type Tally = { handled: number; refused: number };

const types = `${accessEvents.activated},${accessEvents.deactivated}`;

/**
 * Follows the feed from its position, one event after the other, and stores the position after each handled event; after a kill,
 * at most one event is repeated. With `once` it ends at the end of the feed.
 */
export async function followFeed(
  { once, ...simulation }: Simulation & { once: boolean },
  positions: PositionStore,
  tally: Tally,
): Promise<void> {
  let cursor = await positions.load();
  while (!simulation.stopped.aborted) {
    const events = await readEvents(simulation, cursor, !once);
    if (events.length === 0 && once) break;
    for (const { id, type, accessId, time } of events) {
      const direction = type.endsWith(accessEvents.activated) ? 'provisioning' : 'deprovisioning';
      tally.refused += await attempt(simulation, accessId, () =>
        provision(simulation, accessId, direction, time),
      );
      await positions.save(id);
      cursor = id;
      tally.handled += 1;
    }
  }
}

type AccessEvent = { id: string; type: string; accessId: string; time: string };

async function readEvents(
  { call, say }: Simulation,
  cursor: string | undefined,
  longPolling: boolean,
): Promise<AccessEvent[]> {
  const query = `types=${types}&limit=100&longPolling=${longPolling}&lastEventId=${cursor ?? ''}`;
  const answer = await call('GET', `/api/events?${query}`);
  if (answer.status !== 200) throw problem(`The feed cannot be read: ${refusalOf(answer)}`);
  if (answer.headers.get('x-events-truncated') === 'true') {
    const detail = 'older events are no longer kept; compare the expected grants with --reconcile';
    say({ step: 'truncated', detail });
  }
  return objectsOf(answer.json).map((event) => ({
    id: textOf(event['id']) ?? '',
    type: textOf(event['type']) ?? '',
    accessId: textOf(objectOf(event['data'])?.['id']) ?? '',
    time: textOf(event['time']) ?? '',
  }));
}

/**
 * Compares with the expected grants, without the feed: provisions missing grants, and revokes grants that the simulator provided
 * for accesses that are no longer active.
 */
export async function reconcile(simulation: Simulation, tally: Tally): Promise<void> {
  const bring = async (id: string, direction: 'provisioning' | 'deprovisioning'): Promise<void> => {
    tally.handled += 1;
    tally.refused += await attempt(simulation, id, () => provision(simulation, id, direction));
  };
  for (const id of await listMissing(simulation)) await bring(id, 'provisioning');
  for (const id of await listSuperfluous(simulation)) await bring(id, 'deprovisioning');
}

async function listMissing({ call, platform }: Simulation): Promise<string[]> {
  const query = platform === undefined ? '' : `?platform=${encodeURIComponent(platform)}`;
  const answer = await call('GET', `/api/access/expected-grants${query}`);
  if (answer.status !== 200)
    throw problem(`The expected grants cannot be read: ${refusalOf(answer)}`);
  return objectsOf(objectOf(answer.json)?.['grants'])
    .filter((grant) => objectOf(grant['provisioning'])?.['status'] !== 'provisioned')
    .map((grant) => textOf(grant['accessId']) ?? '');
}

async function listSuperfluous({ call }: Simulation): Promise<string[]> {
  const found: string[] = [];
  for (let page = 0; ; page++) {
    const answer = await call('GET', `/api/access?pageSize=1000&p=${page}`);
    if (answer.status !== 200) throw problem(`The accesses cannot be read: ${refusalOf(answer)}`);
    const ended = objectsOf(answer.json).filter((access) => {
      const provisioning = objectOf(access['provisioning']);
      const isActive = objectOf(access['info'])?.['active'] === true;
      return (
        !isActive &&
        provisioning?.['executor'] === executor &&
        provisioning['status'] !== 'deprovisioned'
      );
    });
    found.push(...ended.map((access) => textOf(access['id']) ?? ''));
    if (!/rel="next"/.test(answer.headers.get('link') ?? '')) return found;
  }
}

/** Returns 1 if the report was refused, else 0: a failed report about one access must not delay the others. */
async function attempt(
  { say, stopped }: Simulation,
  accessId: string,
  work: () => Promise<void>,
): Promise<0 | 1> {
  try {
    await work();
    return 0;
  } catch (error) {
    if (stopped.aborted || !isProblem(error)) throw error;
    say({ step: 'refused', accessId, detail: error.message });
    return 1;
  }
}
