import { dialogTexts } from '../../texts/dialogs.ts';
import { Button } from '../controls/button.tsx';
import { copyText } from '../documents/copy-text.ts';

/** A secret that the server shows once. */
export function SecretOnce({
  secret,
  what,
  onStored,
}: {
  secret: string;
  what: string;
  onStored: () => void;
}) {
  return (
    <div className="stack">
      <p className="note warn">{dialogTexts.secretOnce}</p>
      <pre className="code-block">{secret}</pre>
      <div className="row">
        <Button onClick={() => void copyText(secret, what)}>{dialogTexts.copy}</Button>
        <Button tone="primary" onClick={onStored}>
          {dialogTexts.stored}
        </Button>
      </div>
    </div>
  );
}
