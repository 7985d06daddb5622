import { Type } from '@sinclair/typebox';
import { planScheduledTests } from '../../commands/contract-tests/plan-scheduled-tests.ts';
import type { PlannedContract } from '../../commands/contract-tests/plan-scheduled-tests.ts';
import { startScheduledTests } from '../../commands/contract-tests/start-scheduled-tests.ts';
import type { StartedTests } from '../../commands/contract-tests/start-scheduled-tests.ts';
import { runOnStored } from '../../commands/tasks/run-task.ts';
import type { Db } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { findSettingsDocument } from '../../db/tables/organizations/settings-documents.ts';
import { findTestEngine } from '../../db/tables/contract-tests/test-engines.ts';
import { listConnectionsOfContracts } from '../../db/views/contract-tests/contract-connections.ts';
import {
  findContractBody,
  listContractBodies,
} from '../../db/views/contract-tests/contract-bodies.ts';
import type { ContractBody } from '../../db/views/contract-tests/contract-bodies.ts';
import { refuse } from '../../domain/errors.ts';
import { featuresOf } from '../../domain/organizations/features.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { mapInTurns } from '../../lib/waiting/turns.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';

/** Number of contracts in memory at once. */
const pageSize = 100;

const payload = Type.Object({
  dueAt: Type.String(),
  /** Omitted for all contracts of the organization without their own schedule. */
  dataContractId: Type.Optional(Type.String()),
});

/** Starts the tests of a due time: of one contract, or of all contracts with the organization's schedule. */
export const startTestsOnSchedule = defineJob({
  kind: 'scheduled-tests',
  name: 'start-scheduled-tests',
  payload,
  run: async (context, { dueAt: dueText, dataContractId }) => {
    const organizationId =
      context.work.organizationId ??
      refuse('bad_request', 'A schedule of tests belongs to an organization.');
    const dueAt = new Date(dueText);
    const total: StartedTests = { started: 0, skipped: 0 };
    for await (const contracts of pagesOf(context, organizationId, dataContractId)) {
      const { started, skipped } = await startPage(context, { organizationId, dueAt }, contracts);
      total.started += started;
      total.skipped += skipped;
    }
    const isOfContract = dataContractId !== undefined;
    return async (tx) => {
      await recordEvent(tx, {
        organizationId,
        type: 'ScheduledTestsStarted',
        subjectKind: isOfContract ? 'data-contract' : 'organization',
        subjectId: dataContractId ?? organizationId,
        principal: 'system',
        requestId: undefined,
        public: false,
        data: { dueAt: dueText, ...total },
        now: context.clock.now(),
      });
    };
  },
  giveUp: () => Promise.resolve(),
});

/** The contracts to be tested; none while the organization has disabled tests. */
async function* pagesOf(
  { database: { knex }, signal }: JobContext,
  organizationId: OrganizationId,
  dataContractId: string | undefined,
): AsyncGenerator<PlannedContract[], void> {
  const features = await findSettingsDocument(knex, { organizationId, name: 'features' });
  if (!featuresOf(features?.body).dataContractTestsEnabled) return;
  if (dataContractId !== undefined) {
    const planned = await planOf(knex, organizationId, dataContractId);
    if (planned?.schedule.kind === 'cron') yield [planned];
    return;
  }
  for (let after: string | undefined; ;) {
    signal.throwIfAborted();
    const page = await listContractBodies(knex, organizationId, { after, limit: pageSize });
    const planned = await mapInTurns(page, readPlan);
    const left = planned.filter(({ schedule }) => schedule.kind === 'none');
    if (left.length > 0) yield left;
    after = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}

/** Starts the scheduled tests of these contracts before their time, once for each `dueAt`; those without a schedule are left out. */
export async function startTestsNow(
  context: JobContext,
  due: { organizationId: OrganizationId; dueAt: Date },
  contracts: readonly ContractBody[],
): Promise<void> {
  if (contracts.length === 0) return;
  const { organizationId } = due;
  const { knex } = context.database;
  const stored = await findSettingsDocument(knex, { organizationId, name: 'features' });
  const features = featuresOf(stored?.body);
  if (!features.dataContractTestsEnabled) return;
  const scheduled = ['cron', ...(features.dataContractTestSchedule ? ['none'] : [])];
  const planned = await mapInTurns(contracts, readPlan);
  const wanted = planned.filter(({ schedule }) => scheduled.includes(schedule.kind));
  if (wanted.length > 0) await startPage(context, due, wanted);
}

async function planOf(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<PlannedContract | undefined> {
  const contract = await findContractBody(db, organizationId, id);
  return contract && readPlan(contract);
}

async function readPlan({ body, ...contract }: ContractBody): Promise<PlannedContract> {
  return { ...contract, ...(await runOnStored('readTestPlan', body)) };
}

async function startPage(
  { database: { knex }, settings, fenced, clock }: JobContext,
  due: { organizationId: OrganizationId; dueAt: Date },
  contracts: readonly PlannedContract[],
): Promise<StartedTests> {
  const { organizationId } = due;
  const ids = contracts.map(({ id }) => id);
  const [engine, connections] = await Promise.all([
    findTestEngine(knex, organizationId),
    listConnectionsOfContracts(knex, organizationId, ids),
  ]);
  const plan = planScheduledTests(contracts, {
    knownCredentials: new Set(Object.keys(settings.sourceAccess.credentials)),
    connections,
    hasEngine: engine !== undefined,
  });
  return fenced((tx) => startScheduledTests(tx, { ...due, now: clock.now() }, plan));
}
