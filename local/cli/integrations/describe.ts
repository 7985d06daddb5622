import type { ReadableIntegration } from '../../../commands/integrations/read-integration.ts';
import type { LogLine } from '../../../db/tables/ingestion/log-lines.ts';
import type { IngestionRun } from '../../../db/tables/ingestion/runs.ts';
import type { IntegrationCheck } from '../../../db/tables/ingestion/integration-checks.ts';
import type { Integration } from '../../../db/tables/ingestion/integrations.ts';
import { writeYaml } from '../../../lib/yaml/yaml.ts';
import type { Outcome } from '../command.ts';
import { formatInstant, formatTable } from '../table.ts';

const statusOf = ({ outcome }: { outcome: string | null }): string => outcome ?? 'RUNNING';

/** A table of integrations with their latest runs. */
export function tableOfIntegrations(
  integrations: readonly (Integration & { latestRun: IngestionRun | undefined })[],
): string {
  const heads = ['ID', 'NAME', 'SOURCE', 'OWNER', 'ENABLED', 'SCHEDULE', 'NEXT RUN', 'LATEST RUN'];
  const rows = integrations.map(({ latestRun, ...each }) => [
    each.id,
    each.name,
    each.source,
    each.ownerId,
    each.enabled ? 'yes' : 'no',
    each.cron && `${each.cron} ${each.timezone}`,
    formatInstant(each.nextDueAt),
    latestRun && `${statusOf(latestRun)} ${formatInstant(latestRun.startedAt)}`,
  ]);
  return formatTable(heads, rows);
}

/** An integration in the form of its file, without credentials; other facts are added as comments. */
export function describeIntegration(read: ReadableIntegration): Outcome {
  const { integration, settings, hasCredentials, latestRun } = read;
  const { id, name, source, enabled, ownerId, timezone, nextDueAt } = integration;
  const { configuration, filters, removalFuse, scheduleExpression } = settings;
  const known = {
    externalId: id,
    name,
    source,
    enabled,
    ...(ownerId !== null && { owningTeamExternalId: ownerId }),
    ...(scheduleExpression !== undefined && { scheduleExpression, scheduleTimezone: timezone }),
    configuration,
    ...(filters && { filters }),
    ...(removalFuse && { removalFuse }),
  };
  const comments = [
    `# Next run: ${formatInstant(nextDueAt) ?? 'none is planned'}`,
    `# Latest run: ${latestRun ? `${statusOf(latestRun)}, ${formatInstant(latestRun.startedAt)}` : 'none'}`,
    `# Credentials: ${hasCredentials ? 'stored, and never shown' : 'none'}`,
  ];
  return {
    text: `${comments.join('\n')}\n${writeYaml(known)}`.trimEnd(),
    json: { ...integration, ...settings, hasCredentials, latestRun: latestRun ?? null },
  };
}

/** The state of a run. */
export function describeRun(run: IngestionRun): Outcome {
  const { id, message, processed, created, updated, deleted, unchanged, skipped } = run;
  const counts = `${processed} found: ${created} created, ${updated} updated, ${deleted} deleted, ${unchanged} unchanged, ${skipped} left alone`;
  return {
    text: `Run ${id}: ${statusOf(run)}${message === null ? '' : `. ${message}`}\nAssets: ${counts}`,
    json: { ...run, removalPlan: parsed(run.removalPlan) },
    failed: run.outcome === 'FAILED' || run.outcome === 'CANCELLED',
  };
}

type Change = { count: number; assets: string[] };
type Plan = Record<'created' | 'updated' | 'deleted' | 'skipped', Change> & {
  removalProblem?: string;
};

const maxNamed = 20;

/** The result of a check; for a plan, with the first assets of each kind. */
export function describeCheck(check: IntegrationCheck): Outcome {
  const plan = parsed(check.plan) as Plan | null;
  return {
    text: [`${statusOf(check)}: ${check.message ?? ''}`, ...(plan ? linesOfPlan(plan) : [])].join(
      '\n',
    ),
    json: { ...check, plan },
    failed: check.outcome !== 'SUCCESS',
  };
}

function linesOfPlan(plan: Plan): string[] {
  const changes = [
    ['create', plan.created],
    ['update', plan.updated],
    ['delete', plan.deleted],
    ['leave alone', plan.skipped],
  ] as const;
  const lines = changes.flatMap(([verb, { count, assets }]) => {
    const named = assets.slice(0, maxNamed).map((id) => `${verb}  ${id}`);
    const more = count - named.length;
    return more > 0 ? [...named, `${verb}  … and ${more} more`] : named;
  });
  return plan.removalProblem ? [...lines, `The fuse: ${plan.removalProblem}.`] : lines;
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}

/** The log of a run, one line per entry. */
export function describeLog(run: IngestionRun, lines: readonly LogLine[]): Outcome {
  const shown = lines.map(({ at, level, message }) => {
    return `${at.toISOString()} ${level.padEnd(5)} ${message}`;
  });
  return {
    text: shown.length === 0 ? `Run ${run.id} has no log lines yet.` : shown.join('\n'),
    json: { ingestionRunId: run.id, outcome: run.outcome, lines },
  };
}
