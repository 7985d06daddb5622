import type { ReactNode } from 'react';
import type { Tone } from '../../texts/status-words.ts';

export type Step = {
  title: ReactNode;
  /** When, at the right. */
  at?: ReactNode;
  /** What stands under the title: a note, a diagnostic. */
  below?: ReactNode;
  /** Not reached yet steps are hollow. */
  tone: Tone | 'ahead';
};

/** What happened and what will, from top to bottom. */
export function Timeline({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol className="timeline" aria-label={label}>
      {steps.map(({ title, at, below, tone }, index) => (
        <li key={index} className={tone}>
          <div className="row">
            <span>{title}</span>
            {at !== undefined && <span className="tiny faint push">{at}</span>}
          </div>
          {below !== undefined && <div className="small soft">{below}</div>}
        </li>
      ))}
    </ol>
  );
}
