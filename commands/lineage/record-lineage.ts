import type { Database, Db } from '../../db/connect.ts';
import { findDocument, findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import { insertLineageEvents } from '../../db/tables/lineage/events.ts';
import type { NewLineageEvent } from '../../db/tables/lineage/events.ts';
import { transact } from '../../db/transact.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import type { RefusalCode } from '../../domain/errors.ts';
import { digestId } from '../../domain/lineage/nodes.ts';
import type { LineageRecord, ReadEvent } from '../../domain/lineage/read-events.ts';
import type { Principal } from '../../domain/principal.ts';
import { newId, uuidTime } from '../../lib/ids.ts';
import { assertPermission } from '../assert-permission.ts';
import { runOnStored } from '../tasks/run-task.ts';

/** Data product and output port of events, as the query names them; they win over the facet of the run. */
export type NamedPort = { dataProductId: string | undefined; outputPort: string | undefined };

type RecordLineage = {
  /** The texts of the events as a JSON array. */
  texts: string;
  events: readonly ReadEvent[];
  named: NamedPort;
  principal: Principal;
  now: Date;
  /** The database outside of the transaction. */
  reading: Database;
};

/** Why an event of a batch was not stored. */
export type RejectedEvent = { index: number; code: RefusalCode; message: string };

/**
 * Stores the events that are valid and whose data product and output port exist, each once even if it comes again, and returns the
 * others; an event is refused with `bad_request` if it names no product, `unknown_reference` if product or port do not exist, and
 * `permission_denied`.
 */
export async function recordLineage(
  database: Database,
  { texts, events, named, principal, now, reading }: RecordLineage,
): Promise<RejectedEvent[]> {
  const rejected: RejectedEvent[] = [];
  const accepted: NewLineageEvent[] = [];
  const checks = new Map<string, Promise<ResolvedPort>>();
  for (const [index, event] of events.entries()) {
    try {
      if (event.refusal) throw new Refusal(event.refusal.code, event.refusal.message);
      const { record } = event;
      const wanted = wantedPort(record, named);
      const key = JSON.stringify(wanted);
      const check = checks.get(key) ?? resolvePort(reading.knex, principal, wanted);
      checks.set(key, check);
      const port = await check;
      const digest = digestId([record.digest, port.dataProductId, port.outputPort ?? '']);
      accepted.push({ ...record, ...identify(now), ...port, digest, n: index + 1 });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      rejected.push({ index, code: error.code, message: error.message });
    }
  }
  if (accepted.length > 0) {
    await transact(database, (tx) =>
      insertLineageEvents(tx, principal.organizationId, texts, accepted),
    );
  }
  return rejected;
}

/** Lists use the time in the id as the position, so that both must agree. */
function identify(now: Date): { id: string; receivedAt: Date } {
  const id = newId(now.getTime());
  return { id, receivedAt: new Date(uuidTime(id) ?? now) };
}

type ResolvedPort = { dataProductId: string; outputPort: string | undefined };

function wantedPort(record: LineageRecord, named: NamedPort): ResolvedPort {
  const dataProductId = named.dataProductId ?? record.dataProductId;
  if (dataProductId === undefined) {
    return refuse(
      'bad_request',
      'The event belongs to no data product: add ?dataProductId=<id> to the address, or put dataProductId into the facet entropy_data of the run.',
    );
  }
  const isNamed = named.dataProductId !== undefined && record.dataProductId !== dataProductId;
  // A port of the facet belongs to the product of the facet.
  const fallback = isNamed ? undefined : record.outputPort;
  return { dataProductId, outputPort: named.outputPort ?? fallback };
}

async function resolvePort(
  db: Db,
  principal: Principal,
  { dataProductId, outputPort }: ResolvedPort,
): Promise<ResolvedPort> {
  const key = { organizationId: principal.organizationId, kind: 'data-product', id: dataProductId };
  const { head } = await findHeadAndTeams(db, key, []);
  if (!head) {
    return refuse(
      'unknown_reference',
      `There is no data product '${dataProductId}': name an existing one in ?dataProductId= or in the facet entropy_data of the run.`,
    );
  }
  await assertPermission(db, principal, 'RESOURCES_EDIT', [head.ownerId ?? undefined]);
  if (outputPort === undefined) return { dataProductId, outputPort };
  const product = await findDocument(db, key);
  const { port, known } = product
    ? await runOnStored('findPort', product.body, outputPort)
    : { port: undefined, known: undefined };
  if (port) return { dataProductId, outputPort: port.id ?? outputPort };
  return refuse(
    'unknown_reference',
    `The data product '${dataProductId}' has no output port '${outputPort}' (${known === undefined ? 'it has none' : `it has ${known}`}): name an existing one in ?outputPortId=.`,
  );
}
