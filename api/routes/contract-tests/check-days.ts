import { Type } from '@sinclair/typebox';
import type { Db } from '../../../db/connect.ts';
import { listCheckDays } from '../../../db/views/contract-tests/check-days.ts';
import type { CheckDay, CheckedPart } from '../../../db/views/contract-tests/check-days.ts';
import { listFirstFailures } from '../../../db/views/contract-tests/first-failures.ts';
import type { FirstFailure } from '../../../db/views/contract-tests/first-failures.ts';
import { refuse } from '../../../domain/errors.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { failingSince, patternOf } from '../../../domain/test-results/check-pattern.ts';
import { findKnownId } from '../../present/documents/known-id.ts';
import { lastDays } from '../../present/search/last-days.ts';
import { defineRoute } from '../../route.ts';
import { checkHistorySchema, dailyQuery } from '../../schemas/contract-tests/check-days.ts';

type Identity = Pick<CheckDay, 'model' | 'field' | 'type' | 'qualityReference' | 'name'>;
type CheckHistory = Identity & { days: Omit<CheckDay, keyof Identity | 'total'>[] };

type FirstTest = Omit<FirstFailure, keyof Identity>;

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

const keyOf = ({ model, field, type, qualityReference }: Omit<Identity, 'name'>): string =>
  JSON.stringify([model, field, type, qualityReference]);

type Tests = Pick<CheckedPart, 'dataContractId' | 'server' | 'from'>;

/** The test with which each check that fails now began to fail, within the first day of its failures. */
async function findFirstFailures(
  db: Db,
  organizationId: OrganizationId,
  tests: Tests & { histories: readonly CheckHistory[] },
): Promise<Map<string, FirstTest>> {
  const { histories, ...others } = tests;
  const checks = histories.flatMap(({ days, ...check }) => {
    const first = failingSince(days);
    return first === undefined ? [] : [{ ...check, date: first.date }];
  });
  if (checks.length === 0) return new Map();
  const rows = await listFirstFailures(db, organizationId, { ...others, checks });
  return new Map(
    rows.map(({ model, field, type, qualityReference, ...first }) => [
      keyOf({ model, field, type, qualityReference }),
      first,
    ]),
  );
}

function present(check: CheckHistory, first: FirstTest | undefined): object {
  const { days, ...identity } = check;
  return { ...identity, pattern: patternOf(days), failingSince: first ?? null, days };
}

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
    const { knex } = services.database;
    const { organizationId } = principal;
    const tests = { dataContractId, server, ...lastDays(days, now) };
    const part = { ...tests, model, field, failing, limit: size };
    const rows = await listCheckDays(knex, organizationId, part);
    const histories = groupDays(rows);
    const firsts = await findFirstFailures(knex, organizationId, { ...tests, histories });
    return {
      status: 200,
      headers: { 'x-total-count': String(rows[0]?.total ?? 0) },
      json: histories.map((check) => present(check, firsts.get(keyOf(check)))),
    };
  },
});
