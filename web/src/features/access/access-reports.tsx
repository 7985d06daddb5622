import { useQuery } from '@tanstack/react-query';
import { CodeView } from '../../components/documents/code-view.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Markdown } from '../../components/documents/markdown.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { accessTexts } from '../../texts/access.ts';
import { isWebAddress } from './facts.ts';
import { reportsQuery } from './queries.ts';
import type { Access, Report } from './queries.ts';

/** What the component of the platform reported: its words, its links, and each report as it came. */
export function AccessReports({ access }: { access: Access }) {
  const reports = useQuery(reportsQuery(access.id ?? ''));
  return (
    <section className="card" aria-labelledby="reports">
      <header>
        <h2 id="reports">{accessTexts.componentSays}</h2>
        {access.provisioning !== undefined && (
          <span className="push">
            <StatusBadge of="provisioning" value={access.provisioning.status} />
          </span>
        )}
      </header>
      <div className="inside stack">
        <Loaded query={reports}>
          {(all) =>
            all.length === 0 ? (
              <p className="small soft">{accessTexts.noReports}</p>
            ) : (
              <Reported access={access} reports={all} />
            )
          }
        </Loaded>
      </div>
    </section>
  );
}

function Reported({ access, reports }: { access: Access; reports: readonly Report[] }) {
  const { diagnostics, executor, platform, reference, note, links } = access.provisioning ?? {};
  const source = [executor ?? platform, reference, accessTexts.reportOf(reports.length)];
  const addresses = Object.entries(links ?? {}).filter(([, address]) => isWebAddress(address));
  return (
    <>
      {diagnostics && (
        <div className="diagnostics">
          <Markdown text={diagnostics} />
        </div>
      )}
      {note && <Markdown text={note} />}
      <p className="tiny faint">{source.filter(Boolean).join(' · ')}</p>
      {addresses.length > 0 && (
        <p className="row wrap">
          {addresses.map(([name, address]) => (
            <a
              key={name}
              className="button compact"
              href={address}
              target="_blank"
              rel="noopener noreferrer"
            >
              {accessTexts.openLinks} {name}
            </a>
          ))}
        </p>
      )}
      <details className="fold">
        <summary>{accessTexts.allReports(reports.length)}</summary>
        <ol className="stack">
          {reports.map((report) => (
            <OneReport key={report.id} report={report} />
          ))}
        </ol>
      </details>
    </>
  );
}

function OneReport({ report: { status, timestamp, principalName, report } }: { report: Report }) {
  return (
    <li className="stack report">
      <div className="row wrap small">
        <StatusBadge of="provisioning" value={status} />
        <span className="faint">{principalName}</span>
        <span className="tiny faint push">
          <RelativeTime at={timestamp} />
        </span>
      </div>
      <CodeView name="JSON" text={JSON.stringify(report, undefined, 2)} />
    </li>
  );
}
