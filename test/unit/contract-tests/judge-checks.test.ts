import { judgeCheck } from '../../../jobs/contract-tests/judge/judge-checks.ts';
import { worstOf } from '../../../domain/contract-tests/outcome.ts';
import type { PlannedCheck } from '../../../jobs/contract-tests/plan/planned-check.ts';
import { satisfies } from '../../../jobs/contract-tests/plan/thresholds.ts';
import { plan } from './build-contract.ts';

function planned(type: string, property: object, quality: unknown[] = []): PlannedCheck {
  const check = plan([{ name: 'status', ...property }], { quality }).find(
    (each) => each.type === type,
  );
  if (check === undefined) throw new Error(`no check of type ${type}`);
  return check;
}

describe('a verdict', () => {
  it('words counts, reasons and diagnostics as datacontract-cli does', () => {
    const check = planned('field_required', { required: true });
    expect(judgeCheck(check, { kind: 'counted', value: 1, rowCount: 6 })).toEqual({
      key: 't__status__field_required',
      category: 'schema',
      type: 'field_required',
      name: 'Check that field status has no missing values',
      model: 't',
      field: 'status',
      engine: 'concordat',
      dimension: 'completeness',
      result: 'failed',
      reason: 'Actual missing_count(status) was 1, expected = 0',
      details: '1 of 6 rows',
      totalNumber: 6,
      failedNumber: 1,
      durationMs: undefined,
      diagnostics: {
        metric: 'missing_count',
        field: 'status',
        value: 1,
        threshold: '= 0',
        row_count: 6,
        failed_fraction: 0.166667,
      },
    });
  });

  it('passes on an empty table, with a fraction of zero', () => {
    const check = planned('field_minimum', { logicalTypeOptions: { minimum: 3 } });
    expect(judgeCheck(check, { kind: 'counted', value: 0, rowCount: 0 })).toMatchObject({
      result: 'passed',
      reason: undefined,
      diagnostics: { metric: 'invalid_count', failed_fraction: 0, constraint: { minimum: 3 } },
    });
  });

  it('becomes a warning when the severity is mild, and only then', () => {
    const verdict = (severity?: string): string => {
      const check = planned('row_count', {}, [{ metric: 'rowCount', mustBe: 1, severity }]);
      return judgeCheck(check, { kind: 'counted', value: 2, rowCount: 2 }).result;
    };
    const mild = ['info', 'warning', 'warn', 'low', 'minor', 'trivial', 'WARNING'];
    expect(mild.map(verdict)).toEqual(mild.map(() => 'warning'));
    expect([undefined, 'error', 'critical', 'high', ''].map(verdict)).toEqual(
      Array(5).fill('failed'),
    );
  });

  it('says unknown for the values of a missing table and failed for its presence', () => {
    const reason = "Could not read model 't': it does not exist on server 'pg'";
    const finding = { kind: 'table-missing', reason } as const;
    expect(judgeCheck(planned('field_is_present', {}), finding)).toMatchObject({
      result: 'failed',
      reason,
    });
    expect(judgeCheck(planned('field_unique', { unique: true }), finding)).toMatchObject({
      result: 'unknown',
      reason,
    });
  });

  it('falls back to the logical type when the physical type is no type, else warns', () => {
    const finding = {
      kind: 'column',
      column: { name: 'status', type: 'uuid' },
      dialect: 'postgres',
    } as const;
    const physicalType = 'uniqueidentifier';
    const withLogical = planned('field_physical_type', { physicalType, logicalType: 'string' });
    expect(judgeCheck(withLogical, finding).result).toBe('passed');
    const wrong = planned('field_physical_type', { physicalType, logicalType: 'date' });
    expect(judgeCheck(wrong, finding)).toMatchObject({
      result: 'failed',
      reason: "column: expected type 'date' but got 'string'",
    });
    expect(judgeCheck(planned('field_physical_type', { physicalType }), finding).result).toBe(
      'warning',
    );
  });

  it('of a run is that of its worst check', () => {
    expect(worstOf([])).toBe('unknown');
    expect(worstOf(['unknown', 'passed'])).toBe('passed');
    expect(worstOf(['warning', 'passed'])).toBe('warning');
    expect(worstOf(['failed', 'error', 'warning'])).toBe('error');
  });

  it('counts the bounds of between as inside', () => {
    const between = { operator: 'between', low: 1, high: 3 } as const;
    expect([0, 1, 3, 4].map((value) => satisfies(between, value))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const outside = { ...between, operator: 'not between' } as const;
    expect([0, 1, 3, 4].map((value) => satisfies(outside, value))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
