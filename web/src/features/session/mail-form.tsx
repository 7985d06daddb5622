import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { signInTexts } from '../../texts/sign-in.ts';
import { useSignInMail } from './queries.ts';

/** Asks for a mail with a link; then shows the digits that another browser wants. */
export function MailForm({ label, returnTo }: { label: string; returnTo: string }) {
  const [email, setEmail] = useState('');
  const mail = useSignInMail();
  if (mail.data !== undefined) {
    return (
      <div className="stack" role="status">
        <p>{signInTexts.mailSent(email)}</p>
        <p className="soft">{signInTexts.digitsShown}</p>
        <p className="mono digits">{mail.data.digits}</p>
      </div>
    );
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        mail.mutate({ email, return: returnTo });
      }}
    >
      <Field label={signInTexts.email}>
        {(props) => (
          <input
            {...props}
            className="input"
            type="email"
            autoComplete="email"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      {mail.error !== null && <ProblemNote error={mail.error} />}
      <Button type="submit" tone="primary" wide disabled={mail.isPending}>
        {label}
      </Button>
    </form>
  );
}
