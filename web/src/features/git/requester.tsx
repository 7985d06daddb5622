import { PersonLink } from '../../components/data/links.tsx';
import { gitTexts } from '../../texts/git.ts';
import { useMe } from '../session/queries.ts';

const person = 'user:';

/** The person or the key that did something; people who signed in without a key are known by an id, which is not shown. */
export function Requester({ principal }: { principal: string }) {
  const me = useMe();
  if (!principal.startsWith(person)) return gitTexts.aKey;
  if (principal === me?.principal) return <PersonLink name={me.name} email={me.email} />;
  const email = principal.slice(person.length);
  return email.includes('@') ? <PersonLink name={null} email={email} /> : gitTexts.aPerson;
}
