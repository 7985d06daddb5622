import type { ReactNode } from 'react';
import { statusWord } from '../../texts/status-words.ts';
import type { StatusSubject, StatusWord } from '../../texts/status-words.ts';
import { StatusIcon } from './status-icon.tsx';

type StatusBadgeProps = {
  of: StatusSubject;
  value: string;
  /** Says more than the word of the table: "Ends in 9 days", "10 of 44 fail". */
  children?: ReactNode;
  /** Text without a ground. */
  bare?: boolean;
};

/** A state: its word and icon, never color alone. */
export function StatusBadge({ of, value, children, bare }: StatusBadgeProps) {
  return (
    <Badge status={statusWord(of, value)} {...(bare !== undefined && { bare })}>
      {children}
    </Badge>
  );
}

type BadgeProps = { status: StatusWord; children?: ReactNode; bare?: boolean };

/** A state that a page has worked out itself, such as an access that ends soon. */
export function Badge({ status: { tone, word, icon }, children, bare }: BadgeProps) {
  return (
    <span className={`badge ${tone}${bare === true ? ' bare' : ''}`}>
      <StatusIcon name={icon} />
      {children ?? word}
    </span>
  );
}
