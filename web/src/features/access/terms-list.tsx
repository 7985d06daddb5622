import type { ReactNode } from 'react';
import type { Terms } from './terms.ts';

/** Terms by their names; `children` are further lines. */
export function TermsList({ terms, children }: { terms: Terms; children?: ReactNode }) {
  return (
    <dl className="details">
      {terms.map(({ name, text }) => (
        <div key={name} className="fact-line">
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      {children}
    </dl>
  );
}
