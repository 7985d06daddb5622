import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { LastDay } from '../../components/data/values.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { CodeView } from '../../components/documents/code-view.tsx';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { exactTime } from '../../lib/dates.ts';
import { sandboxTexts } from '../../texts/develop/sandbox.ts';
import { useStepSandbox } from './changes.ts';
import type { SandboxDetail } from './queries.ts';

type Props = { sandbox: SandboxDetail };

/** The clock, and the record of the reports beside the grants that should exist. */
export function SandboxAside({ sandbox }: Props) {
  return (
    <aside>
      <Clock sandbox={sandbox} />
      <Expected sandbox={sandbox} />
      <Merged sandbox={sandbox} />
    </aside>
  );
}

const minuteText = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

const hour = 3_600;
const day = 24 * hour;

/** What waits for time but is no change of the access, such as a component that must take back what it gave within an hour. */
const steps = [
  { name: sandboxTexts.hourAhead, seconds: hour },
  { name: sandboxTexts.dayAhead, seconds: day },
];

/** "3 days", "5 hours", "2 minutes". */
function durationText(seconds: number): string {
  const sizes = [
    { size: day, unit: 'day' },
    { size: hour, unit: 'hour' },
  ];
  const { size, unit } = sizes.find((each) => seconds >= 2 * each.size) ?? {
    size: 60,
    unit: 'minute',
  };
  const count = Math.max(1, Math.round(seconds / size));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

type AheadProps = { now: Date; step: ReturnType<typeof useStepSandbox> };

function Ahead({ now, step }: AheadProps) {
  return steps.map(({ name, seconds }) => (
    <Button
      key={name}
      disabled={step.isPending}
      onClick={() => step.mutate({ to: new Date(now.getTime() + seconds * 1_000).toISOString() })}
    >
      {name}
    </Button>
  ));
}

function Clock({ sandbox: { id, clock, lifecycle } }: Props) {
  const step = useStepSandbox(id);
  const [isResetting, setResetting] = useState(false);
  const now = new Date(clock.now);
  const noNext = clock.nextChangeAt === null ? { because: sandboxTexts.noNext } : undefined;
  return (
    <section className="card">
      <header>
        <h2>{sandboxTexts.clock}</h2>
        <span className="small faint push">
          {clock.aheadSeconds < 60
            ? sandboxTexts.onTime
            : sandboxTexts.ahead(durationText(clock.aheadSeconds))}
        </span>
      </header>
      <div className="inside stack">
        <time className="sandbox-time" dateTime={clock.now} title={exactTime(now)}>
          {minuteText(clock.now)}
        </time>
        {clock.nextChangeAt !== null && (
          <p className="small soft">
            {sandboxTexts.next} {minuteText(clock.nextChangeAt)}
          </p>
        )}
        <WhyNot
          tone="primary"
          refused={noNext}
          disabled={step.isPending}
          onClick={() => step.mutate('next')}
        >
          {sandboxTexts.moveNext}
        </WhyNot>
        <div className="row wrap">
          <Ahead now={now} step={step} />
          {lifecycle === 'active' && (
            <Button disabled={step.isPending} onClick={() => step.mutate('cancel')}>
              {sandboxTexts.cancel}
            </Button>
          )}
          <Button onClick={() => setResetting(true)}>{sandboxTexts.reset}</Button>
        </div>
        {step.error !== null && <ProblemNote error={step.error} />}
      </div>
      {isResetting && <Reset id={id} onClose={() => setResetting(false)} />}
    </section>
  );
}

function Reset({ id, onClose }: { id: string; onClose: () => void }) {
  const step = useStepSandbox(id);
  return (
    <FormDialog
      title={sandboxTexts.resetTitle}
      action={sandboxTexts.resetAction}
      isPending={step.isPending}
      error={step.error}
      onClose={onClose}
      onSubmit={() => step.mutate('reset', { onSuccess: onClose })}
    >
      <p className="soft">{sandboxTexts.resetDetail}</p>
    </FormDialog>
  );
}

function Expected({ sandbox: { expectedGrants } }: Props) {
  const { grants, checksum } = expectedGrants;
  return (
    <section className="card">
      <header>
        <h2>{sandboxTexts.expected}</h2>
      </header>
      <div className="inside stack">
        <p className="small soft">
          {grants.length === 0 ? sandboxTexts.noneExpected : sandboxTexts.expectedHint}
        </p>
        {grants.map(({ accessId, roles, deactivateAt }) => (
          <dl key={accessId} className="details">
            <dt>{sandboxTexts.role}</dt>
            <dd>{roles.join(', ') || '–'}</dd>
            <dt>{sandboxTexts.until}</dt>
            <dd>
              {deactivateAt === undefined ? sandboxTexts.noEnd : <LastDay end={deactivateAt} />}
            </dd>
          </dl>
        ))}
        <span className="row tight">
          <span className="tiny faint">{sandboxTexts.checksum}</span>
          <IdChip id={checksum.slice(0, 12)} />
        </span>
      </div>
    </section>
  );
}

function Merged({ sandbox: { access } }: Props) {
  const { provisioning } = access as { provisioning?: unknown };
  return (
    <section className="card">
      <header>
        <h2>{sandboxTexts.merged}</h2>
      </header>
      <div className="inside stack">
        <p className="small soft">
          {provisioning === undefined ? sandboxTexts.noRecord : sandboxTexts.mergedHint}
        </p>
        {provisioning !== undefined && (
          <CodeView text={JSON.stringify(provisioning, undefined, 2)} name={sandboxTexts.merged} />
        )}
      </div>
    </section>
  );
}
