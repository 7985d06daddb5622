import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Brand } from '../features/shell/brand.tsx';
import { CodeForm } from '../features/session/code-form.tsx';
import { SignInMethods } from '../features/session/sign-in-methods.tsx';
import { takeCode } from '../features/session/take-code.ts';
import { Page } from '../components/page.tsx';
import { ownPath } from '../lib/address/own-path.ts';
import { pageNames } from '../texts/shell.ts';
import { signInTexts } from '../texts/sign-in.ts';

const route = getRouteApi('/sign-in');

const isForAgent = (path: string) => new URL(path, location.origin).pathname === '/authorize';

/** The sign-in, with a code from a link or with the ways that this installation offers. */
export function SignInPage() {
  const { return: wanted, error } = route.useSearch();
  const navigate = useNavigate();
  const [code, setCode] = useState(takeCode);
  useEffect(() => {
    // A link that is pasted into this tab changes no more than the end of the address.
    const take = () => {
      const pasted = takeCode();
      if (pasted !== undefined) setCode(pasted);
    };
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  const returnTo = ownPath(wanted);
  const goOn = () => void navigate({ to: returnTo, replace: true });
  return (
    <main className="sign-in" id="content">
      <Brand organization="" />
      <div className="card">
        <Page title={signInTexts.title} crumb={pageNames.signIn} lead={signInTexts.lead}>
          {isForAgent(returnTo) && (
            <p className="note run" style={{ marginTop: 16 }}>
              {signInTexts.forAgent}
            </p>
          )}
          <div className="stack" style={{ marginTop: 16 }}>
            {code === undefined ? (
              <SignInMethods returnTo={returnTo} problem={error} onDone={goOn} />
            ) : (
              <CodeForm key={code} code={code} onDone={goOn} />
            )}
          </div>
        </Page>
      </div>
    </main>
  );
}
