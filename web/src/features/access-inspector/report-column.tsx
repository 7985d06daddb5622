import { RelativeTime } from '../../components/data/relative-time.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { JsonView } from '../../components/documents/json-view.tsx';
import { inspectorTexts } from '../../texts/operate/inspector.ts';
import type { Report } from '../access/queries.ts';

export const reportAnchor = (number: number): string => `report-${number}`;

/** Each report as the component sent it, the newest first; their numbers begin with the oldest. */
export function ReportColumn({ reports }: { reports: readonly Report[] }) {
  return (
    <section className="card" aria-labelledby="raw-reports">
      <header>
        <h2 id="raw-reports">{inspectorTexts.reports}</h2>
      </header>
      <div className="inside stack">
        <p className="tiny faint">
          {reports.length === 0 ? inspectorTexts.noReports : inspectorTexts.reportsHint}
        </p>
        <ol className="stack loose">
          {reports.map((report, index) => (
            <OneReport key={report.id} report={report} number={reports.length - index} />
          ))}
        </ol>
      </div>
    </section>
  );
}

function OneReport({ report, number }: { report: Report; number: number }) {
  const { status, timestamp, principal, principalName } = report;
  return (
    <li id={reportAnchor(number)} className="stack inspector-report" tabIndex={-1}>
      <div className="row wrap small">
        <span className="medium">{inspectorTexts.report(number)}</span>
        <StatusBadge of="provisioning" value={status} />
        <span className="tiny faint">
          <RelativeTime at={timestamp} /> {inspectorTexts.by(principalName ?? principal)}
        </span>
      </div>
      <JsonView value={report.report} name={inspectorTexts.report(number)} />
    </li>
  );
}
