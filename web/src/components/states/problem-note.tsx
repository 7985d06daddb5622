import { IconAlertTriangle } from '@tabler/icons-react';
import { problemText } from './problem-text.ts';

/** What the server says of an action that failed, beside its button. */
export function ProblemNote({ error }: { error: Error }) {
  return (
    <div className="note bad" role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <div>{problemText(error)}</div>
    </div>
  );
}
