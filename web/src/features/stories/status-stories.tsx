import { StatusBadge } from '../../components/data/status-badge.tsx';
import { statusWords } from '../../texts/status-words.ts';
import type { StatusSubject } from '../../texts/status-words.ts';

/** Every state of the table, and one that it does not know. */
export function Statuses() {
  return (Object.keys(statusWords) as StatusSubject[]).map((subject) => (
    <p key={subject} className="row wrap">
      <span className="tiny faint">{subject}</span>
      {[...Object.keys(statusWords[subject]), 'something-new'].map((value) => (
        <StatusBadge key={value} of={subject} value={value} />
      ))}
    </p>
  ));
}
