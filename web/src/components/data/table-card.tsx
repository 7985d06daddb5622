import type { ReactNode } from 'react';

type TableCardProps = {
  title: string;
  /** Replaces the title in the heading, such as a link. */
  heading?: ReactNode;
  /** Stands beside the heading. */
  beside?: ReactNode;
  /** The parts of the table. */
  children: ReactNode;
};

/** A card with a table that scrolls sideways, also by keyboard. */
export function TableCard({ title, heading, beside, children }: TableCardProps) {
  return (
    <section className="card">
      <header className="wrap">
        <h2>{heading ?? title}</h2>
        {beside}
      </header>
      <div className="sideways" role="region" aria-label={title} tabIndex={0}>
        <table>{children}</table>
      </div>
    </section>
  );
}
