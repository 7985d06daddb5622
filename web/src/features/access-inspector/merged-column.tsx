import { StatusBadge } from '../../components/data/status-badge.tsx';
import { JsonView } from '../../components/documents/json-view.tsx';
import { Markdown } from '../../components/documents/markdown.tsx';
import { inspectorTexts } from '../../texts/operate/inspector.ts';
import type { Access, Report } from '../access/queries.ts';
import { mergedFields } from './merged-fields.ts';
import type { MergedField } from './merged-fields.ts';
import { reportAnchor } from './report-column.tsx';

type MergedColumnProps = {
  record: Access['provisioning'];
  reports: readonly Report[];
};

/** The record that the reports made, each field with the report that said it. */
export function MergedColumn({ record, reports }: MergedColumnProps) {
  return (
    <section className="card" aria-labelledby="merged-record">
      <header>
        <h2 id="merged-record">{inspectorTexts.merged}</h2>
      </header>
      <div className="inside stack">
        <p className="tiny faint">
          {record === undefined ? inspectorTexts.noRecord : inspectorTexts.mergedHint}
        </p>
        {record !== undefined && (
          <dl className="stack">
            {mergedFields(record, reports).map((field) => (
              <Field key={field.name} field={field} />
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}

function Field({ field: { name, value, saidBy } }: { field: MergedField }) {
  return (
    <div className="merged-field">
      <dt className="row">
        <span className="mono">{name}</span>
        <span className="push">
          {saidBy === undefined ? (
            <span className="tiny faint">{inspectorTexts.byServer}</span>
          ) : (
            <button
              type="button"
              className="chip pressable"
              title={inspectorTexts.jumpTo(saidBy)}
              onClick={() => showReport(saidBy)}
            >
              {inspectorTexts.saidBy(saidBy)}
            </button>
          )}
        </span>
      </dt>
      <dd>
        <Value name={name} value={value} />
      </dd>
    </div>
  );
}

function Value({ name, value }: { name: string; value: unknown }) {
  if (name === 'status') return <StatusBadge of="provisioning" value={String(value)} />;
  if (name === 'diagnostics' || name === 'note') return <Markdown text={String(value)} />;
  if (typeof value === 'object' && value !== null) return <JsonView value={value} name={name} />;
  return <span className="mono merged-value">{String(value)}</span>;
}

/** Brings a report into view, and the focus to it. */
function showReport(number: number): void {
  const report = document.getElementById(reportAnchor(number));
  report?.scrollIntoView({ block: 'center' });
  report?.focus({ preventScroll: true });
}
