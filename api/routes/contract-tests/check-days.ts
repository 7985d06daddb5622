import { Type } from '@sinclair/typebox';
import { listCheckDays } from '../../../db/views/contract-tests/check-days.ts';
import type { CheckDay } from '../../../db/views/contract-tests/check-days.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import { findKnownId } from '../../present/documents/known-id.ts';
import { lastDays } from '../../present/search/last-days.ts';
import { defineRoute } from '../../route.ts';
import { checkHistorySchema, dailyQuery } from '../../schemas/contract-tests/check-days.ts';

type CheckHistory = Pick<CheckDay, 'type' | 'qualityReference'> & {
  days: Omit<CheckDay, 'type' | 'qualityReference'>[];
};

/** One entry for each check; the rows come ordered by check. */
function groupDays(rows: readonly CheckDay[]): CheckHistory[] {
  const checks: CheckHistory[] = [];
  for (const { type, qualityReference, ...day } of rows) {
    const last = checks.at(-1);
    if (last?.type === type && last.qualityReference === qualityReference) last.days.push(day);
    else checks.push({ type, qualityReference, days: [day] });
  }
  return checks;
}

/** The checks of a table or field on each day: since when a check fails, and whether it is flaky. */
export const checkDaysRoute = defineRoute({
  method: 'GET',
  path: '/api/datacontracts/:id/test-results/checks',
  name: 'getCheckHistory',
  summary:
    'Get the daily results of the checks of a table or of one of its fields, from the newest test of each UTC day',
  tag: 'test results',
  query: Type.Object({
    model: Type.String({ description: 'Table, as the checks name it' }),
    field: Type.Optional(
      Type.String({ description: 'Field, as the checks name it; by default, checks of the table' }),
    ),
    ...dailyQuery,
  }),
  answers: {
    200: { description: 'The checks, each with its days', schema: Type.Array(checkHistorySchema) },
  },
  handle: async ({ params, query, principal, now, services }) => {
    const { model, field, server, days } = query;
    const dataContractId = await findKnownId(services, principal, dataContract, params.id);
    const part = { dataContractId, model, field, server, ...lastDays(days, now) };
    const rows = await listCheckDays(services.database.knex, principal.organizationId, part);
    return { status: 200, json: groupDays(rows) };
  },
});
