import type { ContractServer } from '../../../../domain/standards/odcs/contract-model.ts';
import { normaliseContract } from '../../../../domain/standards/normalise-contract.ts';
import { describeShape } from '../../../../jobs/contract-tests/plan/nested-types.ts';
import { planChecks } from '../../../../jobs/contract-tests/plan/plan-checks.ts';
import type {
  Expectation,
  PlannedCheck,
} from '../../../../jobs/contract-tests/plan/planned-check.ts';
import { describeThreshold } from '../../../../jobs/contract-tests/plan/thresholds.ts';
import { describeWith, readRecording } from './recordings.ts';

type RecordedThreshold = { op: string; value: number; value2: number | null };

type RecordedCheck = {
  key: string;
  type: string;
  name: string;
  model: string;
  category: string;
  field?: string | null;
  dimension?: string | null;
  threshold?: RecordedThreshold | null;
  threshold_is_percent?: boolean;
  query?: string | null;
  columns?: string[] | null;
  seconds?: number | null;
  expected_type_label?: string | null;
  preset_result?: string | null;
  preset_reason?: string | null;
};

type Recording = {
  contract: unknown;
  server: ContractServer;
  checks: RecordedCheck[];
  test: string;
};

/** What both plans say about one check, with gaps where it does not apply. */
type Shown = Record<string, unknown>;

function shownThreshold({ op, value, value2 }: RecordedThreshold): string {
  return value2 === null ? `${op} ${value}` : `${op} ${value} and ${value2}`;
}

function showRecorded(check: RecordedCheck): Shown {
  return {
    key: check.key,
    type: check.type,
    name: check.name,
    model: check.model,
    category: check.category,
    field: check.field ?? undefined,
    dimension: check.dimension ?? undefined,
    threshold: check.threshold ? shownThreshold(check.threshold) : undefined,
    percent: check.threshold_is_percent === true ? true : undefined,
    query: check.query ?? undefined,
    columns: check.columns ?? undefined,
    seconds: check.seconds ?? undefined,
    label: check.type.startsWith('field_nested') ? check.expected_type_label : undefined,
    refused: check.preset_reason ?? undefined,
  };
}

/** A check of rows or duplicates without a limit allows none. */
function limitOf(expectation: Expectation): Shown {
  if (expectation.kind === 'rows' && expectation.rule.kind === 'castable') return {};
  if (expectation.kind === 'rows' || expectation.kind === 'unique') {
    const { limit } = expectation;
    const columns =
      expectation.kind === 'unique' ? expectation.columns.map(({ name }) => name) : undefined;
    return {
      threshold: limit === undefined ? '= 0' : describeThreshold(limit.threshold),
      percent: limit?.unit === 'percent' ? true : undefined,
      columns,
    };
  }
  return 'threshold' in expectation ? { threshold: describeThreshold(expectation.threshold) } : {};
}

function showOurs(check: PlannedCheck, recorded: RecordedCheck): Shown {
  const { expectation } = check;
  return {
    key: check.key,
    type: check.type,
    name: check.name,
    model: check.model,
    category: check.category,
    field: check.field,
    // Rules of quality have no dimension in a recording unless their author gives one.
    dimension: recorded.dimension == null ? undefined : check.dimension,
    threshold: undefined,
    percent: undefined,
    query: expectation.kind === 'sql' ? expectation.query : undefined,
    columns: undefined,
    seconds: 'seconds' in expectation ? expectation.seconds : undefined,
    label: expectation.kind === 'nested-type' ? describeShape(expectation.shape) : undefined,
    refused:
      expectation.kind === 'impossible'
        ? expectation.reason.replace(/ Found: .*$/s, '')
        : undefined,
    ...limitOf(expectation),
  };
}

/** Why a recorded check is not ours. */
function exemptionOf({ server }: Recording, check: RecordedCheck): string | undefined {
  const type = server.type;
  if (type === 'postgresql' && check.type === 'field_type')
    return 'postgresql is another spelling of postgres: the physical type is compared';
  if (check.query?.includes('read_parquet') === true) return 'a query must not open files by name';
  if (type === 'custom' || /\((?:oracle|spark|hive|athena) SQL\)/.test(check.preset_reason ?? ''))
    return 'a server that is not supported: the refusal names another dialect';
  return undefined;
}

describeWith(
  'oracles/checks/create_checks.recorded.json',
  'recorded plans of datacontract-cli',
  (place) => {
    it('agree with ours', () => {
      let agreed = 0;
      const differences: string[] = [];
      const exempt = new Map<string, number>();
      const added = new Map<string, number>();
      for (const recording of readRecording(place) as Recording[]) {
        const ours = planChecks(normaliseContract(recording.contract), recording.server);
        const byKey = new Map(ours.map((check) => [check.key, check]));
        for (const check of recording.checks) {
          const expected = JSON.stringify(showRecorded(check));
          const found = byKey.get(check.key);
          byKey.delete(check.key);
          const actual = found && JSON.stringify(showOurs(found, check));
          if (expected === actual) {
            agreed += 1;
            continue;
          }
          const reason = exemptionOf(recording, check);
          if (reason === undefined)
            differences.push(`${recording.test}\n  ${expected}\n  ${actual}`);
          else exempt.set(reason, (exempt.get(reason) ?? 0) + 1);
        }
        for (const { type } of byKey.values())
          added.set(
            `${recording.server.type} ${type}`,
            (added.get(`${recording.server.type} ${type}`) ?? 0) + 1,
          );
      }
      const ratio = agreed / (agreed + differences.length);
      console.log(
        [
          `plans: ${agreed} of ${agreed + differences.length} recorded checks agree (${(ratio * 100).toFixed(2)} %)`,
          ...[...exempt].map(([reason, count]) => `  ${count} × ${reason}`),
          `only ours: ${[...added].map(([type, count]) => `${count} × ${type}`).join(', ')}`,
          ...differences.slice(0, 10),
        ].join('\n'),
      );
      expect(ratio).toBeGreaterThanOrEqual(0.98);
      expect(agreed).toBeGreaterThanOrEqual(400);
    });
  },
);
