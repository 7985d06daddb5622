import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/loaded.tsx';
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
          {offered.map(({ method, label }) => {
            if (method === 'oidc')
              return <ProviderButton key={method} label={label} returnTo={returnTo} />;
            if (method === 'mail')
              return <MailForm key={method} label={label} returnTo={returnTo} />;
            if (method === 'link')
              return (
                <p key={method} className="small soft">
                  {label}
                </p>
              );
            return (
              <details key={method} open={offered.length === 1}>
                <summary className="link small">{signInTexts.apiKey}</summary>
                <div style={{ marginTop: 12 }}>
                  <ApiKeyForm onDone={onDone} />
                </div>
              </details>
            );
          })}
        </>
      )}
    </Loaded>
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
