import { useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { signInTexts } from '../../texts/sign-in.ts';
import { useSignIn } from './queries.ts';

/** Signs in with the code of a link after a click: programs that look through mails open links, but do not click. */
export function CodeForm({ code, onDone }: { code: string; onDone: () => void }) {
  const [digits, setDigits] = useState('');
  const signIn = useSignIn();
  const { error } = signIn;
  const wantsDigits = error instanceof Problem && error.code === 'sign_in_digits_required';
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate(digits === '' ? { code } : { code, digits }, { onSuccess: onDone });
      }}
    >
      <p className="soft">{signInTexts.linkReady}</p>
      {wantsDigits && (
        <Field label={signInTexts.digits} hint={signInTexts.digitsHint}>
          {(props) => (
            <input
              {...props}
              className="input mono"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              required
              value={digits}
              onChange={(event) => setDigits(event.target.value)}
            />
          )}
        </Field>
      )}
      {error !== null && <ProblemNote error={error} />}
      <Button type="submit" tone="primary" wide disabled={signIn.isPending}>
        {signInTexts.withLink}
      </Button>
    </form>
  );
}
