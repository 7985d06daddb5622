import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Loaded } from '../../components/states/loaded.tsx';
import { signInTexts } from '../../texts/sign-in.ts';
import { ApiKeyForm } from './api-key-form.tsx';
import { MailForm } from './mail-form.tsx';
import { signInMethodsQuery } from './queries.ts';

type SignInMethodsProps = {
  returnTo: string;
  /** The code with which the sign-in provider led back. */
  problem: string | undefined;
  onDone: () => void;
};

/** The ways to sign in that this installation has, in its order; the API key is folded at the end. */
export function SignInMethods({ returnTo, problem, onDone }: SignInMethodsProps) {
  const methods = useQuery(signInMethodsQuery);
  return (
    <Loaded query={methods}>
      {({ methods: offered, problems }) => (
        <>
          {problem !== undefined && (
            <div className="note bad" role="alert">
              <div>{problems[problem] ?? problem}</div>
            </div>
          )}
          {offered.map(({ method, label }, at) => (
            <Fragment key={method}>
              {at > 0 && method === 'mail' && <p className="or">{signInTexts.or}</p>}
              {method === 'oidc' && <ProviderButton label={label} returnTo={returnTo} />}
              {method === 'mail' && <MailForm label={label} returnTo={returnTo} />}
              {method === 'link' && <LinkHint />}
              {method === 'api-key' && (
                <FoldedKey isOnly={offered.every(isForServer)} onDone={onDone} />
              )}
            </Fragment>
          ))}
        </>
      )}
    </Loaded>
  );
}

/** These ways need access to the server or a key: without another one, nothing is folded away. */
const isForServer = ({ method }: { method: string }): boolean =>
  method === 'link' || method === 'api-key';

function LinkHint() {
  return (
    <p className="small soft">
      {signInTexts.linkHint} <code>npm run sign-in</code> {signInTexts.or}{' '}
      <code>concordat sign-in</code>.
    </p>
  );
}

function FoldedKey({ isOnly, onDone }: { isOnly: boolean; onDone: () => void }) {
  return (
    <details open={isOnly}>
      <summary className="link small">{signInTexts.otherwise}</summary>
      <div style={{ marginTop: 12 }}>
        <ApiKeyForm onDone={onDone} isMain={isOnly} />
      </div>
    </details>
  );
}

function ProviderButton({ label, returnTo }: { label: string; returnTo: string }) {
  const query = new URLSearchParams({ return: returnTo }).toString();
  return (
    <a className="button primary wide" href={`/ui/sign-in/oidc?${query}`}>
      {label}
    </a>
  );
}
