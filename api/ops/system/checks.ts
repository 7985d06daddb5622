import { countUnreadableSecrets } from '../../../commands/secrets/count-unreadable-secrets.ts';
import { readSchemaState } from '../../../db/schema-state.ts';
import { countPlain, sealedColumns } from '../../../db/tables/organizations/sealed-secrets.ts';
import { listProcesses } from '../../../db/tables/work/processes.ts';
import { describeMisfit, newestStep } from '../../../db/schema-state.ts';
import { describeSkew, maxSkewMs } from '../../../domain/operations/clock-skew.ts';
import {
  explainRedisFailure,
  findEviction,
  findOldRedis,
} from '../../../domain/operations/explain-redis.ts';
import { isAlive } from '../../../domain/operations/facts.ts';
import { pause } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import type { Services } from '../../services.ts';
import { operatorCommand } from '../../../lib/operator-command.ts';

/** What a check has found; `advice` says what to do, for every finding but ok and skipped. */
export type Finding = {
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  found: string;
  advice: string | null;
};

type Check = { name: string; run: (services: Services) => Promise<Finding> };

const finding =
  (state: Finding['state']) =>
  (found: string, advice: string | null = null): Finding => ({ state, found, advice });

export const ok = finding('ok');
export const warning = finding('warning');
const failed = finding('failed');
const skipped = finding('skipped');

const limitMs = 3_000;

/** The checks of doctor that the API can make itself; the others need the machine of an operator. */
const checks: readonly Check[] = [
  { name: 'schema', run: checkSchema },
  { name: 'sealing', run: checkSealing },
  { name: 'clock-skew', run: checkClocks },
  { name: 'redis', run: checkRedis },
  { name: 'attachments', run: checkStorage },
  { name: 'mail', run: checkMail },
  { name: 'sign-in', run: checkSignIn },
  { name: 'processes', run: checkProcesses },
];

/** Runs all checks at the same time; never throws. */
export function runChecks(services: Services): Promise<(Finding & { name: string })[]> {
  return Promise.all(
    checks.map(async ({ name, run }) => ({ name, ...(await withinLimit(run(services))) })),
  );
}

async function withinLimit(running: Promise<Finding>): Promise<Finding> {
  const over = new AbortController();
  const late = pause(limitMs, over.signal).then(() =>
    failed(`no answer within ${limitMs / 1000} s`, `${operatorCommand('doctor')} tells more.`),
  );
  const broken = (error: unknown): Finding => {
    const message = error instanceof Error ? error.message : String(error);
    return failed(
      `the check itself failed: ${message}`,
      `${operatorCommand('doctor')} tells more.`,
    );
  };
  try {
    return await Promise.race([running.catch(broken), late]);
  } finally {
    over.abort();
  }
}

async function checkSchema({ database }: Services): Promise<Finding> {
  const misfit = describeMisfit(await readSchemaState(database.knex));
  if (misfit === undefined) return ok(`${newestStep}, that of this build`);
  return failed(misfit, `Run ${operatorCommand('migrate')} with the newest build.`);
}

async function checkSealing({ database: { knex }, settings }: Services): Promise<Finding> {
  let plain = 0;
  for (const column of sealedColumns) plain += await countPlain(knex, column);
  const unreadable = await countUnreadableSecrets(knex, settings.secretKey);
  if (unreadable > 0) {
    return failed(
      `${unreadable} stored credentials cannot be opened with SECRET_KEY`,
      'Set SECRET_KEY to the key that sealed them, and the former one in SECRET_KEY_PREVIOUS.',
    );
  }
  if (plain === 0) return ok('all stored credentials are sealed');
  return warning(
    `${plain} addresses of an earlier version are not sealed`,
    `Run ${operatorCommand('secrets rotate')} with the SECRET_KEY of all processes.`,
  );
}

async function checkClocks({ database }: Services): Promise<Finding> {
  const living = (await listProcesses(database.knex)).filter(isAlive);
  const worst = Math.max(0, ...living.map(({ skewMs }) => Math.abs(skewMs ?? 0)));
  const wrong = living.find(({ skewMs }) => Math.abs(skewMs ?? 0) > maxSkewMs);
  if (!wrong) return ok(`at most ${(worst / 1000).toFixed(1)} s apart from Postgres`);
  return warning(
    `the machine of the ${wrong.role} ${wrong.host}:${wrong.pid} is ${describeSkew(wrong.skewMs ?? 0)}`,
    'Synchronize it with NTP, for example by chrony.',
  );
}

async function checkRedis({ findRedis }: Services): Promise<Finding> {
  const found = await findRedis();
  if (found === undefined) {
    return skipped('REDIS_URL is not set for the API, which needs Redis for its dashboard only');
  }
  if ('error' in found) {
    const words = explainRedisFailure(found.error);
    return failed(words.found, words.advice);
  }
  const problem = findOldRedis(found) ?? findEviction(found);
  if (!problem) return ok(`${found.product} answers and keeps all entries`);
  return warning(problem.found, problem.advice);
}

async function checkStorage({ storage }: Services): Promise<Finding> {
  const object = await storage.get(`system/${newId()}`);
  if (object === undefined) return ok('the storage of attachments answers');
  object.stream.destroy();
  return failed(
    'the storage of attachments returned a file that was never stored',
    'Correct the settings ATTACHMENTS_….',
  );
}

async function checkMail({ settings: { smtpUrl } }: Services): Promise<Finding> {
  if (smtpUrl === undefined) return skipped('SMTP_URL is not set: mails are stored but not sent');
  return ok('SMTP_URL is set; a test mail shows whether the server takes mails');
}

async function checkSignIn({ oidc }: Services): Promise<Finding> {
  if (oidc === undefined) return skipped('no provider is set: people sign in with links and keys');
  try {
    await oidc.begin();
    return ok('the sign-in provider describes itself');
  } catch {
    return failed(
      'the sign-in provider cannot be read',
      'Correct OIDC_ISSUER, start the provider, or open the firewall.',
    );
  }
}

async function checkProcesses({ database }: Services): Promise<Finding> {
  const living = (await listProcesses(database.knex)).filter(isAlive);
  const count = (role: string): number => living.filter((each) => each.role === role).length;
  const missing = ['worker', 'clock'].filter((role) => count(role) === 0);
  if (missing.length > 0) {
    return failed(`no ${missing.join(' and no ')} has reported in the last 30 s`, 'Start one.');
  }
  const [apis, workers, clocks] = ['api', 'worker', 'clock'].map((role) => {
    const name = role === 'api' ? 'API' : role;
    return count(role) === 1 ? `1 ${name}` : `${count(role)} ${name}s`;
  });
  return ok(`${apis}, ${workers} and ${clocks} are alive`);
}
