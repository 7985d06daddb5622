import { useId } from 'react';
import type { ReactNode } from 'react';
import { online } from '../../lib/connection.ts';
import { useStore } from '../../lib/store.ts';
import { stateTexts } from '../../texts/states.ts';
import { Button } from '../controls/button.tsx';
import type { ButtonProps } from '../controls/button.tsx';
import { PersonLink } from '../data/links.tsx';

/** Why somebody may not do something, as `GET /api/permissions/explain` tells it, and who could. */
export type Refused = {
  because: string;
  /** People who could do it, or could give the role. */
  who?: readonly { name: string | null; email: string | null }[];
  /** Page on which to ask for it. */
  askAt?: string;
};

type WhyNotProps = ButtonProps & { refused: Refused | undefined };

/** A button that says why it cannot be pressed, if it cannot: what is forbidden, or what needs a connection, is shown with its reason. */
export function WhyNot({ refused: forbidden, ...button }: WhyNotProps) {
  const id = useId();
  const isOnline = useStore(online);
  const refused = isOnline ? forbidden : { because: stateTexts.offline };
  if (refused === undefined) return <Button {...button} />;
  return (
    <span className="why-not">
      <Button {...button} disabled aria-describedby={id} />
      <span id={id} className="tiny faint">
        <RefusedSentence refused={refused} />
      </span>
    </span>
  );
}

/** The reason with the people who can help. */
export function RefusedSentence({ refused: { because, who = [], askAt } }: { refused: Refused }) {
  return (
    <>
      {because}
      {who.length > 0 && (
        <>
          {' '}
          {stateTexts.whoCanHelp}: <People people={who} />.
        </>
      )}{' '}
      {askAt !== undefined && (
        <a className="link" href={askAt}>
          {stateTexts.askThem}
        </a>
      )}
    </>
  );
}

function People({ people }: { people: NonNullable<Refused['who']> }): ReactNode {
  return people.map(({ name, email }, index) => (
    <span key={email ?? name ?? index}>
      {index > 0 && ', '}
      <PersonLink name={name} email={email} />
    </span>
  ));
}
