import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/states/loaded.tsx';
import { Markdown } from '../../components/documents/markdown.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Timeline } from '../../components/documents/timeline.tsx';
import type { Step as TimelineStep } from '../../components/documents/timeline.tsx';
import { accessTexts, stepWords } from '../../texts/access.ts';
import type { Tone } from '../../texts/status-words.ts';
import { historyQuery } from './queries.ts';
import type { Step } from './queries.ts';

const tones: Readonly<Record<string, Tone>> = {
  requested: 'run',
  changed: 'idle',
  'change-requested': 'warn',
  rejected: 'bad',
  cancelled: 'warn',
  deactivated: 'idle',
  provisioning: 'run',
  'provisioning-failed': 'bad',
  deprovisioning: 'run',
  'deprovisioning-failed': 'bad',
};

/** Every step of an access with who did it and what they wrote, the newest first. */
export function AccessHistory({ id }: { id: string }) {
  const history = useQuery(historyQuery(id));
  return (
    <section className="card" aria-labelledby="history">
      <header>
        <h2 id="history">{accessTexts.history}</h2>
      </header>
      <div className="inside">
        <Loaded query={history}>
          {(steps) =>
            steps.length === 0 ? (
              <p className="small soft">{accessTexts.historyEmpty}</p>
            ) : (
              <Timeline label={accessTexts.history} steps={steps.map(timelineStep)} />
            )
          }
        </Loaded>
      </div>
    </section>
  );
}

function timelineStep(step: Step): TimelineStep {
  const { at, note, diagnostics } = step;
  return {
    title: (
      <>
        {stepWords[step.step] ?? step.step} <span className="faint">{authorOf(step)}</span>
      </>
    ),
    at: <RelativeTime at={at} />,
    tone: tones[step.step] ?? 'ok',
    ...((note !== undefined || diagnostics !== undefined) && { below: <Words step={step} /> }),
  };
}

/** What a person wrote, and folded what a component reported. */
function Words({ step: { note, diagnostics } }: { step: Step }) {
  return (
    <>
      {note !== undefined && <Markdown text={note} />}
      {diagnostics !== undefined && (
        <details className="fold">
          <summary>{accessTexts.itsReport}</summary>
          <Markdown text={diagnostics} />
        </details>
      )}
    </>
  );
}

function authorOf({ automatic, principalName, principal, executor, platform }: Step): string {
  if (automatic === true) return accessTexts.byRule;
  if (executor !== undefined) return accessTexts.by(executor);
  if (principal === undefined) return platform ?? '';
  return principalName === undefined ? '' : accessTexts.by(principalName);
}
