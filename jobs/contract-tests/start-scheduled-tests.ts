import { Type } from '@sinclair/typebox';
import { planScheduledTests } from '../../commands/contract-tests/plan-scheduled-tests.ts';
import { startScheduledTests } from '../../commands/contract-tests/start-scheduled-tests.ts';
import type { StartedTests } from '../../commands/contract-tests/start-scheduled-tests.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { findSettingsDocument } from '../../db/tables/settings-documents.ts';
import { findTestEngine } from '../../db/tables/test-engines.ts';
import { listConnectionsOfContracts } from '../../db/views/contract-connections.ts';
import { findContractText, listContractTexts } from '../../db/views/contract-texts.ts';
import type { ContractText } from '../../db/views/contract-texts.ts';
import { refuse } from '../../domain/errors.ts';
import { featuresOf } from '../../domain/organization-features.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { testScheduleOf } from '../../domain/test-schedule.ts';
import type { JsonObject } from '../../lib/json.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';

/** Contracts that are looked at together, which is what the job holds at once. */
const pageSize = 100;

const payload = Type.Object({
  dueAt: Type.String(),
  /** Left out: all contracts of the organization that have no schedule of their own. */
  dataContractId: Type.Optional(Type.String()),
});

/** Starts the tests of a due time: of one contract, or of all that leave it to their organization. */
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

/** The contracts that are to be tested; none while the organization has switched tests off. */
async function* pagesOf(
  { database: { knex }, signal }: JobContext,
  organizationId: OrganizationId,
  dataContractId: string | undefined,
): AsyncGenerator<ContractText[], void> {
  const features = await findSettingsDocument(knex, { organizationId, name: 'features' });
  if (!featuresOf(features?.body).dataContractTestsEnabled) return;
  if (dataContractId !== undefined) {
    const contract = await findContractText(knex, organizationId, dataContractId);
    if (contract && scheduleKindOf(contract) === 'cron') yield [contract];
    return;
  }
  for (let after: string | undefined; ;) {
    signal.throwIfAborted();
    const page = await listContractTexts(knex, organizationId, { after, limit: pageSize });
    const left = page.filter((contract) => scheduleKindOf(contract) === 'none');
    if (left.length > 0) yield left;
    after = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}

function scheduleKindOf({ body }: ContractText): ReturnType<typeof testScheduleOf>['kind'] {
  return testScheduleOf(JSON.parse(body) as JsonObject).kind;
}

async function startPage(
  { database: { knex }, settings, fenced, clock }: JobContext,
  due: { organizationId: OrganizationId; dueAt: Date },
  contracts: readonly ContractText[],
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
