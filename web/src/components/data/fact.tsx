import type { ReactNode } from 'react';
import { RelativeTime } from './relative-time.tsx';

/** A term and its value in a `dl`; without a value it is left out. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === false) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The same for a time. */
export function TimeFact({ name, at }: { name: string; at: string | null }) {
  return <Fact name={name}>{at !== null && <RelativeTime at={at} />}</Fact>;
}
