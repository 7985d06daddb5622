import fs from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { normaliseContract } from '../../../../domain/standards/normalise-contract.ts';
import { planChecks } from '../../../../jobs/contract-tests/plan/plan-checks.ts';
import type { PlannedCheck } from '../../../../jobs/contract-tests/plan/planned-check.ts';
import { describeWith, readRecording } from './recordings.ts';

type Entry = {
  id: string;
  kind: string;
  input: string;
  expected: string;
  options?: Record<string, unknown> | null;
};

type RecordedCheck = {
  key: string | null;
  type: string;
  name: string;
  model?: string | null;
  field?: string | null;
  category?: string | null;
};

/** Checks that datacontract-cli adds while it runs: none of a plan. */
const addedByRuns: ReadonlySet<string> = new Set(['lint', 'general', 'connection']);

const show = ({ type, name, model, field, category }: RecordedCheck | PlannedCheck): string =>
  JSON.stringify([type, name, model ?? null, field ?? null, category ?? 'schema']);

/** Why a recorded check is not planned. */
function exemptionOf(check: RecordedCheck): string | undefined {
  if (check.type.startsWith('azure_file_')) return 'checks of the listing of blobs';
  if (check.type === 'servicelevel_retention' && check.name.includes('31536000s'))
    return 'all components of a duration count, not only the first';
  // The reference looks for a column of that name and does not find it.
  if (check.type.startsWith('servicelevel_') && check.model === 't')
    return 'a service level names a property whose column is called otherwise';
  return undefined;
}

function recordedChecks(file: string): RecordedCheck[] {
  const recorded = readRecording(file) as {
    run?: { checks?: RecordedCheck[] };
    checks?: RecordedCheck[];
  };
  return recorded.run?.checks ?? recorded.checks ?? [];
}

function readYaml(file: string): unknown {
  try {
    return load(fs.readFileSync(file, 'utf8'));
  } catch {
    // One recording is about a contract that is no YAML.
    return undefined;
  }
}

/** The plan of each recorded run; of a failed record or JSON file there may be several checks, planned once. */
function compareRun(folder: string, entry: Entry): { agreed: number; differing: RecordedCheck[] } {
  const model = normaliseContract(readYaml(path.join(folder, entry.input)));
  const [server] = model.servers;
  const recorded = recordedChecks(path.join(folder, entry.expected)).filter(
    ({ type }) => !addedByRuns.has(type),
  );
  if (server === undefined || recorded.length === 0) return { agreed: 0, differing: [] };
  const ours = new Set(planChecks(model, server).map(show));
  const differing = recorded.filter((check) => !ours.has(show(check)));
  return { agreed: recorded.length - differing.length, differing };
}

describeWith('oracles/INDEX.json', 'checks of recorded runs of datacontract-cli', (place) => {
  it('are planned by us with the same type, name, model, field and category', () => {
    const folder = path.dirname(place);
    const entries = (readRecording(place) as Entry[]).filter(
      ({ kind, input, options }) =>
        kind === 'engine' &&
        Object.keys(options ?? {}).length === 0 &&
        fs.existsSync(path.join(folder, input)),
    );
    let agreed = 0;
    const differences: string[] = [];
    const exempt = new Map<string, number>();
    for (const entry of entries) {
      const compared = compareRun(folder, entry);
      agreed += compared.agreed;
      for (const check of compared.differing) {
        const reason = exemptionOf(check);
        if (reason === undefined) differences.push(`${entry.id} ${check.key} ${show(check)}`);
        else exempt.set(reason, (exempt.get(reason) ?? 0) + 1);
      }
    }
    const ratio = agreed / (agreed + differences.length);
    console.log(
      [
        `planned: ${agreed} of ${agreed + differences.length} checks of recorded runs (${(ratio * 100).toFixed(2)} %)`,
        ...[...exempt].map(([reason, count]) => `  ${count} × ${reason}`),
        ...differences.slice(0, 40),
      ].join('\n'),
    );
    expect(ratio).toBeGreaterThanOrEqual(0.98);
    expect(agreed).toBeGreaterThanOrEqual(5_000);
  });
});
