import { notifications } from '@mantine/notifications';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { Badge } from '../../../components/data/status-badge.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import { useKeys } from '../../../lib/keys.ts';
import { cronSentence } from '../../../texts/contracts/cron-sentence.ts';
import { integrationTexts } from '../../../texts/operate/integrations.ts';
import { runTexts } from '../../../texts/operate/runs.ts';
import { useStartRun } from '../changes.ts';
import type { Integration } from '../queries.ts';
import { changesSentence, changesText, heldBack, runStatus } from '../run-facts.ts';

/** Integrations with their last and their next run, each with what one would do now. */
export function IntegrationTable({ integrations }: { integrations: readonly Integration[] }) {
  useRowKeys();
  const { name, latestRun, next, actions, title } = integrationTexts;
  return (
    <div className="card sideways" role="region" aria-label={title} tabIndex={0}>
      <table className="integration-table">
        <thead>
          <tr>
            <th scope="col">{name}</th>
            <th scope="col">{latestRun}</th>
            <th scope="col" className="wide-only">
              {next}
            </th>
            <th scope="col" className="wide-only">
              <span className="hidden">{actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {integrations.map((each) => (
            <Row key={each.externalId} integration={each} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = { integration: Integration };

function Row({ integration }: RowProps) {
  const { externalId: id, name, sourceTitle, owningTeamName } = integration;
  return (
    <tr>
      <td>
        <Link className="hover-link medium" to="/operate/integrations/$id/{-$tab}" params={{ id }}>
          {name}
        </Link>
        <div className="tiny faint">
          {sourceTitle} · {owningTeamName ?? integrationTexts.noOwner}
        </div>
      </td>
      <td>
        <LatestRun integration={integration} />
      </td>
      <td className="wide-only">
        <NextRun integration={integration} />
      </td>
      <td className="actions wide-only">
        <Action integration={integration} />
      </td>
    </tr>
  );
}

function LatestRun({ integration: { externalId: id, latestRun: run } }: RowProps) {
  if (run === null) return <span className="faint">{integrationTexts.never}</span>;
  const params = { id, run: run.ingestionRunId };
  const isDone = run.status === 'SUCCESS';
  return (
    <div className="run-line">
      <Link to="/operate/integrations/$id/runs/$run" params={params} className="hover-link">
        <Badge status={runStatus(run)} />
      </Link>
      <span className="tiny faint">
        <RelativeTime at={run.completedAt ?? run.startedAt} />
      </span>
      {isDone && (
        <span className="tiny run-counts" title={changesSentence(run)}>
          {changesText(run)}
        </span>
      )}
    </div>
  );
}

function NextRun({ integration }: RowProps) {
  const { enabled, schedule, scheduleTimezone, nextRunAt } = integration;
  if (schedule === null) return <span className="faint">{integrationTexts.onRequest}</span>;
  return (
    <>
      <span className={enabled ? undefined : 'faint'}>
        {enabled && nextRunAt !== null ? (
          <RelativeTime at={nextRunAt} />
        ) : (
          integrationTexts.scheduleOff
        )}
      </span>
      <div className="tiny faint">
        {integrationTexts.scheduleSentence(cronSentence(schedule), scheduleTimezone)}
      </div>
    </>
  );
}

/** A run that the fuse stopped is decided by who may, one that is in progress is looked at, and else a run is started. */
function Action({ integration }: RowProps) {
  const { externalId: id, name, latestRun, mayEdit, owningTeamName } = integration;
  const navigate = useNavigate();
  const see = (run: string) =>
    void navigate({ to: '/operate/integrations/$id/runs/$run', params: { id, run } });
  const start = useStartRun(id, see);
  if (latestRun !== null && (heldBack(latestRun) > 0 || latestRun.status === 'RUNNING')) {
    const mayDecide = mayEdit && latestRun.status !== 'RUNNING';
    return (
      <Link
        className="button compact"
        to="/operate/integrations/$id/runs/$run"
        params={{ id, run: latestRun.ingestionRunId }}
        aria-label={
          mayDecide ? integrationTexts.decideOf(name) : `${integrationTexts.see}: ${name}`
        }
      >
        {mayDecide ? integrationTexts.decide : integrationTexts.see}
      </Link>
    );
  }
  return (
    <WhyNot
      compact
      refused={mayEdit ? undefined : { because: runTexts.notAllowed(owningTeamName) }}
      aria-label={integrationTexts.runOf(name)}
      disabled={start.isPending}
      onClick={() =>
        start.mutate(undefined, {
          onError: ({ message }) => notifications.show({ message, color: 'red' }),
        })
      }
    >
      {integrationTexts.run}
    </WhyNot>
  );
}

/** J and K move the focus over the integrations; Enter opens one. */
function useRowKeys(): void {
  useKeys(
    useMemo(() => {
      const { nextRow, previousRow } = integrationTexts;
      return [
        { keys: 'j', does: nextRow, run: () => focusRow(1) },
        { keys: 'k', does: previousRow, run: () => focusRow(-1) },
      ];
    }, []),
  );
}

function focusRow(by: number): void {
  const names = [
    ...document.querySelectorAll<HTMLElement>('.integration-table td:first-child > a'),
  ];
  const at = names.findIndex((name) => name === document.activeElement);
  names[Math.min(names.length - 1, Math.max(0, at + by))]?.focus();
}
