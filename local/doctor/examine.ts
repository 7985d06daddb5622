import { pause } from '../../lib/clock.ts';
import { explainDatabaseFailure } from '../servers/database-failure.ts';
import { messageOf } from '../problem.ts';
import type { Check, Finding, Installation } from './check.ts';
import { failed, skipped } from './check.ts';
import { checks as all } from './index.ts';
import { secretsOf, withoutValues } from './secrets.ts';

/** The finding of a check, with its name. */
export type Result = Finding & { name: string };

/** Runs all checks concurrently and returns their results in the order of the registry; never throws. */
export async function examine(
  installation: Installation,
  { checks, limitMs } = { checks: all, limitMs: 5_000 },
): Promise<Result[]> {
  const running = new Map<string, Promise<Result>>();
  const examination = { installation, limitMs, others: running };
  // The registry lists a check after its prerequisites.
  for (const check of checks) running.set(check.name, resultOf(check, examination));
  return Promise.all(running.values());
}

type Examination = {
  installation: Installation;
  limitMs: number;
  others: ReadonlyMap<string, Promise<Result>>;
};

async function resultOf(
  check: Check,
  { installation, limitMs, others }: Examination,
): Promise<Result> {
  const reason = wrongSetting(check, installation) ?? (await unmetNeed(check, others));
  const finding =
    reason === undefined
      ? await withinLimit(check, installation, limitMs)
      : skipped(`not checked: ${reason}`);
  const secrets = secretsOf(installation);
  return {
    name: check.name,
    ...finding,
    found: withoutValues(finding.found, secrets),
    ...(finding.advice !== undefined && { advice: withoutValues(finding.advice, secrets) }),
  };
}

function wrongSetting(
  { settings = [] }: Check,
  { wrongSettings }: Installation,
): string | undefined {
  const wrong = settings.filter((name) => wrongSettings.has(name));
  return wrong.length === 0 ? undefined : `${wrong.join(', ')} is invalid`;
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

async function withinLimit(
  check: Check,
  installation: Installation,
  limitMs: number,
): Promise<Finding> {
  const over = new AbortController();
  const late = pause(limitMs, over.signal).then(() =>
    failed(
      `no answer within ${limitMs / 1000} s`,
      'The server is overloaded, or the network to it is broken.',
    ),
  );
  try {
    return await Promise.race([check.run(installation), late]);
  } catch (error) {
    const words = explainDatabaseFailure(error);
    if (words) return failed(words.found, words.advice);
    return failed(
      `the check itself failed: ${messageOf(error)}`,
      'This is a bug in Concordat: please report it with this line.',
    );
  } finally {
    over.abort();
  }
}
