import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { shortName } from '../lib/text/plain-text.ts';
import { useTrail } from '../lib/trail.ts';
import type { Crumb } from '../lib/trail.ts';

type PageProps = {
  /** The h1, the title of the window, and the last crumb unless `crumb` says another. */
  title: string;
  /** Pages above this one. */
  above?: readonly Crumb[];
  crumb?: string;
  /** Stands beside the h1: status, version, id. */
  beside?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** One sentence under the title. */
  lead?: ReactNode;
  /** A column at the right, which begins beside the title. */
  aside?: ReactNode;
  /** Without the limit of 1280 px. */
  fullWidth?: boolean;
  children: ReactNode;
};

/** A page: its heading takes the focus when somebody comes here from another page. */
export function Page({
  title: name,
  above,
  crumb,
  beside,
  actions,
  lead,
  aside,
  fullWidth,
  children,
}: PageProps) {
  const title = shortName(name);
  const heading = useRef<HTMLHeadingElement>(null);
  useTrail(title, above, crumb);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const main = (
    <div className={fullWidth === true ? 'full-width' : undefined}>
      <div className="title-line">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {beside}
        {actions !== undefined && <div className="row wrap push">{actions}</div>}
      </div>
      {lead !== undefined && <p className="soft">{lead}</p>}
      {children}
    </div>
  );
  if (aside === undefined) return main;
  return (
    <div className="with-aside">
      {main}
      {aside}
    </div>
  );
}
