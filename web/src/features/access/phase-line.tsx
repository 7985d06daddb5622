import { RelativeTime } from '../../components/data/relative-time.tsx';
import { accessTexts } from '../../texts/access.ts';
import type { Phase } from './phases.ts';

/** The life of an access at a glance, from left to right; on small screens from top to bottom. */
export function PhaseLine({ phases }: { phases: readonly Phase[] }) {
  return (
    <ol className="phase-line" aria-label={accessTexts.phases}>
      {phases.map(({ name, tone, at, below }) => (
        <li key={name} className={tone}>
          <span className="medium">{name}</span>
          <span className="tiny faint">
            {at !== undefined && <RelativeTime at={at} />}
            {at !== undefined && below !== undefined && ' · '}
            {below}
          </span>
        </li>
      ))}
    </ol>
  );
}
