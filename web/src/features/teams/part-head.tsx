import type { ReactNode } from 'react';

/** What a part of a team is for, and the button that adds to it. */
export function PartHead({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <div className="row wrap part-head">
      <p className="soft">{lead}</p>
      <span className="push">{children}</span>
    </div>
  );
}
