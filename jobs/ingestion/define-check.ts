import { Type } from '@sinclair/typebox';
import {
  findIntegrationCheck,
  updateIntegrationCheckEnd,
} from '../../db/tables/ingestion/integration-checks.ts';
import type { IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { defineJob } from '../define-job.ts';
import type { Job, JobContext } from '../define-job.ts';
import { throwDeleted } from '../subject-deleted.ts';

/** The finding of a check: a sentence and, for a plan, the effects of a run. */
export type CheckFinding = { message: string; plan?: object };

/**
 * Declares a job that reads from the platform of an integration, changes nothing there and no asset here, and
 * stores its finding.
 */
export function defineCheck(
  name: string,
  look: (context: JobContext, key: IntegrationKey, checkId: string) => Promise<CheckFinding>,
): Job {
  return defineJob({
    kind: 'ingestion',
    name,
    payload: Type.Object({ checkId: Type.String() }),
    run: async (context, { checkId }) => {
      const organizationId = organizationOf(context.work.organizationId);
      const key = { organizationId, id: checkId };
      const check =
        (await findIntegrationCheck(context.database.knex, key)) ??
        throwDeleted(`The check '${checkId}' was deleted with its integration.`);
      const found = await look(context, { organizationId, id: check.integrationId }, checkId);
      const { message, plan } = found;
      const now = context.clock.now();
      return (tx) =>
        updateIntegrationCheckEnd(tx, key, {
          outcome: 'SUCCESS',
          message,
          plan: plan && JSON.stringify(plan),
          now,
        });
    },
    giveUp: async (tx, { work, payload, now }, { outcome, error: message }) => {
      const key = { organizationId: organizationOf(work.organizationId), id: payload.checkId };
      await updateIntegrationCheckEnd(tx, key, { outcome, message, now });
    },
  });
}

function organizationOf(id: OrganizationId | undefined): OrganizationId {
  return id ?? refuse('bad_request', 'A check belongs to an organization.');
}
