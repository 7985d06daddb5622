import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { signInTexts } from '../../texts/sign-in.ts';
import { useSignIn } from './queries.ts';

/** Signs in with an API key. */
export function ApiKeyForm({ onDone, isMain }: { onDone: () => void; isMain?: boolean }) {
  const [apiKey, setApiKey] = useState('');
  const signIn = useSignIn();
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate({ apiKey }, { onSuccess: onDone });
      }}
    >
      <Field label={signInTexts.apiKey} hint={signInTexts.apiKeyHint}>
        {(props) => (
          <input
            {...props}
            className="input mono"
            type="password"
            autoComplete="off"
            required
            value={apiKey}
            onChange={(event) => setApiKey(event.target.value)}
          />
        )}
      </Field>
      {signIn.error !== null && <ProblemNote error={signIn.error} />}
      <Button
        type="submit"
        {...(isMain === true && { tone: 'primary' })}
        wide
        disabled={signIn.isPending}
      >
        {signInTexts.withKey}
      </Button>
    </form>
  );
}
