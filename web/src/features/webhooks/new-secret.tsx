import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { SecretOnce } from '../../components/dialogs/secret-once.tsx';
import { CodeView } from '../../components/documents/code-view.tsx';
import { secretTexts } from '../../texts/operate/webhooks.ts';
import type { SignatureExample } from './queries.ts';
import './webhooks.css';

type NewSecretProps = {
  title: string;
  secret: string;
  example: SignatureExample;
  /** Stands between the secret and the example. */
  note?: ReactNode;
  onStored: () => void;
};

/** A secret that is shown once, with a request that it signs: so that the receiver can be tested before the first event. */
export function NewSecret({ title, secret, example, note, onStored }: NewSecretProps) {
  return (
    <Modal opened size="lg" onClose={() => undefined} withCloseButton={false} title={title}>
      <div className="stack loose new-secret">
        <SecretOnce secret={secret} what={secretTexts.theSecret} onStored={onStored} />
        {note}
        <Example example={example} />
      </div>
    </Modal>
  );
}

function Example({ example: { headers, body, signedContent } }: { example: SignatureExample }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <details className="fold">
      <summary>{secretTexts.example}</summary>
      <div className="stack">
        <p className="small soft">{secretTexts.exampleHint}</p>
        <h3>{secretTexts.headers}</h3>
        <CodeView name={secretTexts.headers} text={lines.join('\n')} />
        <h3>{secretTexts.body}</h3>
        <CodeView name={secretTexts.body} text={body} />
        <h3>{secretTexts.signedContent}</h3>
        <CodeView name={secretTexts.signedContent} text={signedContent} />
        <h3>{secretTexts.verify}</h3>
        <CodeView name={secretTexts.verify} text={verification} />
        <h3>{secretTexts.command}</h3>
        <CodeView name={secretTexts.command} text={commandOf(headers, body)} />
      </div>
    </details>
  );
}

/** Without the secret itself: it comes from the environment. */
const verification = `import { createHmac, timingSafeEqual } from 'node:crypto';

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
const signed = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${body}\`;
const expected = createHmac('sha256', key).update(signed).digest();
// While a secret is rotated, there is one signature for each.
const isGenuine = headers['webhook-signature'].split(' ').some((each) => {
  const given = Buffer.from(each.replace('v1,', ''), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
});`;

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function commandOf(headers: Readonly<Record<string, string>>, body: string): string {
  const given = Object.entries(headers).map(
    ([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`,
  );
  return [`curl -X POST "$RECEIVER"`, ...given, `  --data-raw ${quoted(body)}`].join(' \\\n');
}
