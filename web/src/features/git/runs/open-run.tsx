import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import type { Refused } from '../../../components/states/why-not.tsx';
import { gitRunTexts } from '../../../texts/git.ts';
import { useCancelGitRun } from '../changes.ts';
import type { GitRun, GitSubject } from '../queries.ts';

/** A run goes through these; a look stores nothing, and a pull pushes nothing. */
const steps: Readonly<Record<string, number>> = { queued: 0, fetching: 1, storing: 2, pushing: 2 };

type OpenRunProps = { subject: GitSubject; run: GitRun; refused: Refused | undefined };

/** The run that is going on: how far it is, and how to stop it. */
export function OpenRun({ subject, run, refused }: OpenRunProps) {
  const cancel = useCancelGitRun(subject);
  const { id, action, phase } = run;
  return (
    <div className="git-run" role="group" aria-label={gitRunTexts.running[action] ?? action}>
      <div className="row wrap">
        <span className="medium small">{gitRunTexts.running[action] ?? action}</span>
        <span className="small soft" aria-live="polite">
          {gitRunTexts.phases[phase] ?? phase}
        </span>
        <span className="push">
          <WhyNot
            compact
            refused={refused}
            disabled={cancel.isPending}
            onClick={() => cancel.mutate(id)}
          >
            {gitRunTexts.cancel}
          </WhyNot>
        </span>
      </div>
      <progress max={3} value={steps[phase] ?? 3} aria-label={gitRunTexts.progress} />
      {cancel.error !== null && <ProblemNote error={cancel.error} />}
    </div>
  );
}
