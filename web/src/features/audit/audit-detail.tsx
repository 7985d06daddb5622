import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { SubjectLink } from '../../components/data/subject-link.tsx';
import { DetailDrawer } from '../../components/dialogs/detail-drawer.tsx';
import { CodeView } from '../../components/documents/code-view.tsx';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { Markdown } from '../../components/documents/markdown.tsx';
import { TextDiff } from '../../components/documents/text-diff.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { exactTime } from '../../lib/dates.ts';
import { eventName } from '../../texts/event-names.ts';
import { auditTexts } from '../../texts/operate/audit.ts';
import { AuditContent } from './audit-content.tsx';
import { authorName } from './audit-table.tsx';
import { contentQuery } from './queries.ts';
import type { AuditEntry } from './queries.ts';

type AuditDetailProps = { entry: AuditEntry; onClose: () => void };

/** One entry: who did what, and the document before and after. */
export function AuditDetail({ entry, onClose }: AuditDetailProps) {
  const { type, note, links } = entry;
  return (
    <DetailDrawer title={eventName(type)} onClose={onClose}>
      <Facts entry={entry} />
      {note !== undefined && (
        <section>
          <h3>{auditTexts.note}</h3>
          <Markdown text={note} />
        </section>
      )}
      <section className="stack">
        <h3>{auditTexts.change}</h3>
        {links.before !== null || links.after !== null ? (
          <Change entry={entry} />
        ) : (
          <NoDocument entry={entry} />
        )}
      </section>
    </DetailDrawer>
  );
}

/** The content of an action without a document. */
function NoDocument({ entry: { revision, data } }: { entry: AuditEntry }) {
  if (data !== undefined) return <AuditContent data={data} />;
  return <p className="small soft">{revision === null ? auditTexts.noContent : auditTexts.gone}</p>;
}

function Facts({ entry }: { entry: AuditEntry }) {
  const { id, at, kind, subject, subjectName, revision, requestId } = entry;
  return (
    <section className="stack">
      <dl className="details">
        <dt>{auditTexts.author}</dt>
        <dd>{authorName(entry)}</dd>
        <dt>{auditTexts.about}</dt>
        <dd>
          <SubjectLink kind={kind} id={subject} name={subjectName} />
        </dd>
        <dt>{auditTexts.exactly}</dt>
        <dd>
          <RelativeTime at={at} /> <span className="tiny faint">{exactTime(new Date(at))}</span>
        </dd>
        {revision !== null && (
          <>
            <dt>{auditTexts.revision}</dt>
            <dd>{revision}</dd>
          </>
        )}
        {requestId !== null && (
          <>
            <dt>{auditTexts.requestId}</dt>
            <dd>
              <IdChip id={requestId} />
            </dd>
          </>
        )}
        <dt>{auditTexts.id}</dt>
        <dd>
          <IdChip id={id} />
        </dd>
      </dl>
      <div className="row wrap">
        <Link className="button compact" to="/operate/audit" search={{ kind, subject }}>
          {auditTexts.onlyAbout}
        </Link>
        {entry.public && (
          <Link className="button compact" to="/operate/events" search={{ event: id }}>
            {auditTexts.event}
          </Link>
        )}
      </div>
    </section>
  );
}

/** The texts before and after; the first revision and the last one of a deleted document have only one. */
function Change({ entry: { links, subject, subjectName } }: { entry: AuditEntry }) {
  const before = useQuery(contentQuery(links.before));
  const after = useQuery(contentQuery(links.after));
  const name = auditTexts.changeOf(subjectName ?? subject);
  if (links.before === null) {
    return (
      <Loaded query={after}>
        {(text) => (
          <>
            <p className="small soft">{auditTexts.created}</p>
            <CodeView name={name} text={text} />
          </>
        )}
      </Loaded>
    );
  }
  return (
    <Loaded query={before}>
      {(former) =>
        links.after === null ? (
          <TextDiff before={former} after="" label={name} />
        ) : (
          <Loaded query={after}>
            {(latter) => <TextDiff before={former} after={latter} label={name} />}
          </Loaded>
        )
      }
    </Loaded>
  );
}
