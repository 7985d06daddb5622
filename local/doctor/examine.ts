import { pause } from '../../lib/clock.ts';
import { explainDatabaseFailure } from '../database-failure.ts';
import { messageOf } from '../problem.ts';
import type { Check, Finding, Patient } from './check.ts';
import { failed, skipped } from './check.ts';
import { checks as all } from './index.ts';
import { secretsOf, withoutValues } from './secrets.ts';

/** What a check found, under its name. */
export type Result = Finding & { name: string };

/** Runs all checks side by side and answers their results in the order of the registry; never throws. */
export async function examine(
  patient: Patient,
  { checks, limitMs } = { checks: all, limitMs: 5_000 },
): Promise<Result[]> {
  const running = new Map<string, Promise<Result>>();
  const examination = { patient, limitMs, others: running };
  // The registry lists a check after those that it needs.
  for (const check of checks) running.set(check.name, resultOf(check, examination));
  return Promise.all(running.values());
}

type Examination = {
  patient: Patient;
  limitMs: number;
  others: ReadonlyMap<string, Promise<Result>>;
};

async function resultOf(check: Check, { patient, limitMs, others }: Examination): Promise<Result> {
  const reason = wrongSetting(check, patient) ?? (await unmetNeed(check, others));
  const finding =
    reason === undefined
      ? await withinLimit(check, patient, limitMs)
      : skipped(`not looked at: ${reason}`);
  const secrets = secretsOf(patient);
  return {
    name: check.name,
    ...finding,
    found: withoutValues(finding.found, secrets),
    ...(finding.advice !== undefined && { advice: withoutValues(finding.advice, secrets) }),
  };
}

function wrongSetting({ settings = [] }: Check, { wrongSettings }: Patient): string | undefined {
  const wrong = settings.filter((name) => wrongSettings.has(name));
  return wrong.length === 0 ? undefined : `${wrong.join(', ')} is not right`;
}

async function unmetNeed(
  { needs = [] }: Check,
  others: ReadonlyMap<string, Promise<Result>>,
): Promise<string | undefined> {
  for (const name of needs) {
    const state = (await others.get(name))?.state;
    if (state === 'failed') return `'${name}' failed`;
    if (state === 'skipped') return `'${name}' was skipped`;
  }
  return undefined;
}

async function withinLimit(check: Check, patient: Patient, limitMs: number): Promise<Finding> {
  const over = new AbortController();
  const late = pause(limitMs, over.signal).then(() =>
    failed(
      `no answer within ${limitMs / 1000} s`,
      'What is asked here is overloaded, or the network on the way to it is broken.',
    ),
  );
  try {
    return await Promise.race([check.run(patient), late]);
  } catch (error) {
    const words = explainDatabaseFailure(error);
    if (words) return failed(words.found, words.advice);
    return failed(
      `the check itself broke: ${messageOf(error)}`,
      'That is a fault of Concordat: please report it with this line.',
    );
  } finally {
    over.abort();
  }
}
