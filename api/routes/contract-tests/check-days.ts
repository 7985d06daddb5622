import { Type } from '@sinclair/typebox';
import { listCheckDays } from '../../../db/views/contract-tests/check-days.ts';
import type { CheckDay } from '../../../db/views/contract-tests/check-days.ts';
import { refuse } from '../../../domain/errors.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import { failingSince, patternOf } from '../../../domain/test-results/check-pattern.ts';
import { findKnownId } from '../../present/documents/known-id.ts';
import { lastDays } from '../../present/search/last-days.ts';
import { defineRoute } from '../../route.ts';
import { checkHistorySchema, dailyQuery } from '../../schemas/contract-tests/check-days.ts';

type Identity = Pick<CheckDay, 'model' | 'field' | 'type' | 'qualityReference' | 'name'>;
type CheckHistory = Identity & { days: Omit<CheckDay, keyof Identity | 'total'>[] };

const isSame = (one: Identity, other: Identity): boolean =>
  one.type === other.type &&
  one.model === other.model &&
  one.field === other.field &&
  one.qualityReference === other.qualityReference;

/** One entry for each check; the rows come ordered by check and day. Of the servers tested on a day, the worst counts. */
function groupDays(rows: readonly CheckDay[]): CheckHistory[] {
  const checks: CheckHistory[] = [];
  for (const { model, field, type, qualityReference, name, total: _, ...day } of rows) {
    const check = { model, field, type, qualityReference, name };
    const last = checks.at(-1);
    if (!last || !isSame(last, check)) checks.push({ ...check, days: [day] });
    else if (last.days.at(-1)?.date !== day.date) last.days.push(day);
  }
  return checks;
}

const present = (check: CheckHistory) => ({
  ...check,
  pattern: patternOf(check.days),
  failingSince: failingSince(check.days) ?? null,
});

/** The checks of a contract on each day: since when a check fails, and whether it is flaky. */
export const checkDaysRoute = defineRoute({
  method: 'GET',
  path: '/api/datacontracts/:id/test-results/checks',
  name: 'getCheckHistory',
  summary:
    'Get the daily results of the checks of a data contract, of a table or of a field, from the newest test of each UTC day on each server, failing checks first',
  tag: 'test results',
  query: Type.Object({
    model: Type.Optional(
      Type.String({ description: 'Table, as the checks name it; by default, all checks' }),
    ),
    field: Type.Optional(
      Type.String({ description: 'Field, as the checks name it; by default, checks of the table' }),
    ),
    failing: Type.Boolean({
      default: false,
      description: 'Only checks that failed on one of the days',
    }),
    size: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 1000,
      description: 'Maximum number of checks; X-Total-Count has the number of all',
    }),
    ...dailyQuery,
  }),
  sends: ['x-total-count'],
  refuses: ['bad_request'],
  answers: {
    200: { description: 'The checks, each with its days', schema: Type.Array(checkHistorySchema) },
  },
  handle: async ({ params, query, principal, now, services }) => {
    const { model, field, server, failing, size, days } = query;
    if (field !== undefined && model === undefined) {
      refuse('bad_request', 'field needs model: send the table of the field as model.');
    }
    const dataContractId = await findKnownId(services, principal, dataContract, params.id);
    const rows = await listCheckDays(services.database.knex, principal.organizationId, {
      dataContractId,
      model,
      field,
      server,
      failing,
      limit: size,
      ...lastDays(days, now),
    });
    return {
      status: 200,
      headers: { 'x-total-count': String(rows[0]?.total ?? 0) },
      json: groupDays(rows).map(present),
    };
  },
});
