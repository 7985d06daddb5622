import { stateTexts } from '../../texts/states.ts';
import { Button } from '../controls/button.tsx';
import { ErrorState } from './error-state.tsx';

/** What browsers say of a file of the application that they cannot load. */
const isMissingFile = ({ message }: Error): boolean =>
  /dynamically imported module|importing a module script/iu.test(message);

const reload = (): void => location.reload();

/** A page that failed while it was loaded or drawn; the frame around it stays. */
export function PageError({ error: thrown }: { error: unknown }) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (isMissingFile(error)) return <ErrorState error={error} onRetry={reload} />;
  return (
    <div className="state" role="alert">
      <h2>{stateTexts.broken}</h2>
      <p>{stateTexts.brokenDetail}</p>
      <code className="tiny faint">{error.message}</code>
      <Button onClick={reload}>{stateTexts.retry}</Button>
    </div>
  );
}
