import type { Database } from '../../db/connect.ts';
import {
  findLastSandboxEntry,
  listSandboxEntries,
} from '../../db/tables/sandbox/sandbox-entries.ts';
import {
  mergeReport,
  provisioningEvent,
  provisioningReportSchema,
} from '../../domain/access/provisioning.ts';
import type {
  Provisioning,
  ProvisioningReport,
  ProvisioningStatus,
} from '../../domain/access/provisioning.ts';
import { refuse } from '../../domain/errors.ts';
import type { ReadBody, ReadName, ReportBody, SandboxEntry } from '../../domain/sandbox/entries.ts';
import { sandboxIds } from '../../domain/sandbox/sandbox.ts';
import type { Sandbox } from '../../domain/sandbox/sandbox.ts';
import { changeSandbox } from './change-sandbox.ts';
import type { OpenSandbox, SandboxRequest } from './change-sandbox.ts';

/** Events of a sandbox after a position. */
export type SandboxFeed = {
  events: SandboxEntry[];
  /** True if the sandbox has no event with the requested id, e.g. after a reset; then the events are all. */
  isTruncated: boolean;
};

/**
 * Reads the feed of a sandbox and notes the request, unless it repeats the last one and nothing is new. Refuses with `not_found`.
 */
export function readSandboxFeed(
  database: Database,
  request: SandboxRequest,
  { after, types, limit }: { after: string | undefined; types: readonly string[]; limit: number },
): Promise<SandboxFeed> {
  return changeSandbox(database, request, async (open) => {
    const { organizationId } = request.principal;
    const entries = await listSandboxEntries(open.tx, { organizationId, id: request.id });
    const all = entries.filter(({ kind }) => kind === 'event');
    const at = after === undefined ? -1 : all.findIndex(({ id }) => id === after);
    const known = after === undefined || at >= 0;
    const events = all
      .slice(at + 1)
      .filter(({ type }) => types.length === 0 || types.includes(type))
      .slice(0, limit);
    await noteRead(open, request, 'events', { after: after ?? null, known, count: events.length });
    return { events, isTruncated: !known };
  });
}

/** Reads something else of a sandbox and notes the request. Refuses with `not_found`, also for another id than that of the fake. */
export function readSandbox(
  database: Database,
  request: SandboxRequest,
  name: Exclude<ReadName, 'events'>,
  wanted?: { id: string; fake: string },
): Promise<Sandbox> {
  return changeSandbox(database, request, async (open) => {
    if (wanted) assertFake(wanted);
    await noteRead(open, request, name, {});
    return open.sandbox;
  });
}

function assertFake({ id, fake }: { id: string; fake: string }): void {
  if (id !== fake) refuse('not_found', `There is no '${id}' in this sandbox, only '${fake}'.`);
}

async function noteRead(
  { tx, note }: OpenSandbox,
  { id, principal: { organizationId } }: SandboxRequest,
  name: ReadName,
  body: ReadBody,
): Promise<void> {
  const last = await findLastSandboxEntry(tx, { organizationId, id });
  const isRepeated =
    last?.kind === 'read' && last.type === name && last.body === JSON.stringify(body);
  if (!isRepeated) await note('read', name, body);
}

/** Takes a report about the fake access and adds its event, as for a real one. Refuses with `not_found`. */
export function reportToSandbox(
  database: Database,
  request: SandboxRequest & { accessId: string; isKeyed: boolean },
  status: ProvisioningStatus,
  report: ProvisioningReport,
): Promise<Provisioning> {
  return changeSandbox(database, request, async ({ sandbox, time, note, emit }) => {
    assertFake({ id: request.accessId, fake: sandboxIds.access });
    const merged = mergeReport(sandbox.state.provisioning, status, report, time);
    const body: ReportBody = {
      status,
      report,
      active: sandbox.state.life.state === 'active',
      keyed: request.isKeyed,
      unknownMembers: Object.keys(report).filter(
        (name) => !Object.hasOwn(provisioningReportSchema.properties, name),
      ),
    };
    await note('report', status, body);
    sandbox.state = { ...sandbox.state, provisioning: merged };
    const { type, data } = provisioningEvent(status, merged.platform);
    await emit(type, data);
    return merged;
  });
}

/** The sandbox with all its entries, after what is due has happened. Refuses with `not_found`. */
export function viewSandbox(
  database: Database,
  request: SandboxRequest,
): Promise<{ sandbox: Sandbox; entries: SandboxEntry[] }> {
  return changeSandbox(database, request, async ({ tx, sandbox }) => {
    const { organizationId } = request.principal;
    const entries = await listSandboxEntries(tx, { organizationId, id: request.id });
    return { sandbox, entries };
  });
}
