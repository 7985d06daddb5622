import { copyText } from './copy-text.ts';
import { Button } from '../controls/button.tsx';
import { dialogTexts } from '../../texts/dialogs.ts';

/** Code, YAML or JSON to read and copy. */
export function CodeView({ text, name }: { text: string; name: string }) {
  return (
    <div className="code-view">
      <Button compact className="code-copy" onClick={() => void copyText(text, name)}>
        {dialogTexts.copy}
      </Button>
      <pre className="code-block" tabIndex={0} role="region" aria-label={name}>
        {text}
      </pre>
    </div>
  );
}
