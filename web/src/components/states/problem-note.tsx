import { IconAlertTriangle } from '@tabler/icons-react';
import { Problem } from '../../api/problem.ts';
import { stateTexts } from '../../texts/states.ts';

/** What the server says of an action that failed, beside its button. */
export function ProblemNote({ error }: { error: Error }) {
  const sentence =
    error instanceof Problem ? error.detail || error.message : stateTexts.unreachableDetail;
  return (
    <div className="note bad" role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <div>{sentence}</div>
    </div>
  );
}
