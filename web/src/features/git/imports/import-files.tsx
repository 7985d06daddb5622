import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListFooter } from '../../../components/data/list-footer.tsx';
import { DocLink } from '../../../components/data/links.tsx';
import { Badge } from '../../../components/data/status-badge.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { documentHref } from '../../../lib/address/document-href.ts';
import { countText } from '../../../lib/numbers.ts';
import { gitImportTexts as texts, verdictWords } from '../../../texts/git/imports.ts';
import { verdicts } from './import-search.ts';
import type { ImportedKind, Verdict } from './import-search.ts';
import { importFilesQuery, isOpen, judgedOf } from './queries.ts';
import type { GitImport, GitImportFile } from './queries.ts';

type ImportFilesProps = {
  found: GitImport;
  verdict: Verdict | undefined;
  onVerdict: (verdict: Verdict | undefined) => void;
};

/** The files of an import, each with its verdict and what can be done about it. */
export function ImportFiles({ found, verdict, onVerdict }: ImportFilesProps) {
  const query = useInfiniteQuery(importFilesQuery(found.id, verdict, judgedOf(found)));
  const kind = found.resource as ImportedKind;
  return (
    <section className="card" aria-label={texts.files}>
      <header className="wrap">
        <h2>{texts.files}</h2>
        {judgedOf(found) > 0 && <VerdictFilter {...{ found, verdict, onVerdict }} />}
      </header>
      <Loaded query={query}>
        {({ pages }) => {
          const files = pages.flatMap((page) => page.files);
          if (files.length === 0) return <NoFiles {...{ found, verdict, onVerdict }} />;
          return (
            <>
              <ul className="import-files">
                {files.map((file) => (
                  <FileLine key={file.path} file={file} kind={kind} />
                ))}
              </ul>
              <div className="inside">
                <ListFooter count={files.length} query={query} />
              </div>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

const counters = {
  IMPORTED: 'imported',
  NEW: 'new',
  CHANGED: 'changed',
  UNCHANGED: 'unchanged',
  EXISTS: 'existing',
  REFUSED: 'refused',
} as const satisfies Record<Verdict, keyof GitImport['files']>;

/** The part of a document's page that connects it with a file. */
const gitPageOf = (kind: ImportedKind, id: string): string => `${documentHref(kind, id)}/git`;

/** The verdicts that occur, each with the number of its files. */
function VerdictFilter({ found, verdict, onVerdict }: ImportFilesProps) {
  const shown = verdicts.filter((each) => found.files[counters[each]] > 0 || each === verdict);
  const pill = (value: Verdict | undefined, name: string, count: number) => (
    <button
      key={name}
      type="button"
      className="pill"
      aria-pressed={value === verdict}
      onClick={() => onVerdict(value)}
    >
      {name} {countText(count)}
    </button>
  );
  return (
    <div className="pills push" role="group" aria-label={texts.filter}>
      {pill(undefined, texts.all, judgedOf(found))}
      {shown.map((each) => pill(each, verdictWords[each].word, found.files[counters[each]]))}
    </div>
  );
}

function NoFiles({ found, verdict, onVerdict }: ImportFilesProps) {
  if (verdict !== undefined) {
    return (
      <EmptyState sort="filtered-away" onClear={() => onVerdict(undefined)}>
        {texts.noneOfVerdict}
      </EmptyState>
    );
  }
  return (
    <EmptyState sort="nothing-yet" title={texts.none}>
      {texts.noneHint[isOpen(found) ? 'open' : 'ended']}
    </EmptyState>
  );
}

function FileLine({ file, kind }: { file: GitImportFile; kind: ImportedKind }) {
  const { path, verdict, documentId, message } = file;
  const isStored = documentId !== null && verdict !== 'NEW' && verdict !== 'REFUSED';
  const canConnect = verdict === 'CHANGED' || verdict === 'UNCHANGED';
  return (
    <li>
      <span className="mono small">{path}</span>
      <Badge status={verdictWords[verdict]} />
      <p className="small soft">
        {documentId !== null && (
          <>
            {isStored ? (
              <DocLink collection={kind} id={documentId} name={documentId} />
            ) : (
              <span className="mono">{documentId}</span>
            )}
            {': '}
          </>
        )}
        {texts.said[verdict]?.(texts.nouns[kind]) ?? message}{' '}
        {canConnect && documentId !== null && (
          <Link
            className="link"
            to={gitPageOf(kind, documentId)}
            aria-label={texts.connectLabel(documentId)}
          >
            {texts.connect}
          </Link>
        )}
      </p>
    </li>
  );
}
