import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Fact } from '../../../components/data/fact.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import { gitCredentialTexts, gitTexts } from '../../../texts/git.ts';
import { gitImportTexts as texts } from '../../../texts/git/imports.ts';
import { RunLog } from '../runs/run-log.tsx';
import { useCancelImport, useStartImport } from './changes.ts';
import { ImportFiles } from './import-files.tsx';
import type { ImportedKind, Verdict } from './import-search.ts';
import { isOpen, judgedOf } from './queries.ts';
import type { GitImport } from './queries.ts';
import '../git.css';
import './imports.css';

type ImportViewProps = {
  found: GitImport;
  verdict: Verdict | undefined;
  onVerdict: (verdict: Verdict | undefined) => void;
  onStarted: (id: string) => void;
};

/** An import or its preview: how far it is, the verdict on each file, and the next step. */
export function ImportView({ found, verdict, onVerdict, onStarted }: ImportViewProps) {
  useEndOfImport(found);
  const open = isOpen(found);
  return (
    <>
      {open && <Progress found={found} />}
      <Outcome found={found} />
      <section className="card" aria-label={texts.is}>
        <header className="wrap">
          <h2>{texts.is}</h2>
        </header>
        <div className="inside stack">
          <Facts found={found} />
          <RunLog log={found.log} />
        </div>
        {!open && <Foot found={found} onStarted={onStarted} />}
      </section>
      <ImportFiles found={found} verdict={verdict} onVerdict={onVerdict} />
    </>
  );
}

/** At the end of an import, lists of documents are stale. */
function useEndOfImport(found: GitImport) {
  const queryClient = useQueryClient();
  const { preview } = found;
  const open = isOpen(found);
  useEffect(() => {
    if (open || preview) return;
    void queryClient.invalidateQueries({ queryKey: ['search'] });
    void queryClient.invalidateQueries({ queryKey: ['todo'] });
  }, [queryClient, open, preview]);
}

function Progress({ found }: { found: GitImport }) {
  const cancel = useCancelImport(found.id);
  const { preview, phase } = found;
  const name = texts.running[preview ? 'preview' : 'result'];
  return (
    <div className="git-run" role="group" aria-label={name}>
      <div className="row wrap">
        <span className="medium small">{name}</span>
        <span className="small soft" aria-live="polite">
          {phase === 'storing' ? texts.judged(judgedOf(found)) : texts.phases[phase]}
        </span>
        <span className="push">
          <WhyNot
            compact
            refused={undefined}
            disabled={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {preview ? texts.cancelPreview : texts.cancel}
          </WhyNot>
        </span>
      </div>
      <progress aria-label={texts.progress} />
      {cancel.error !== null && <ProblemNote error={cancel.error} />}
    </div>
  );
}

/** What came of an import that did not end well. */
function Outcome({ found: { outcome, message, preview } }: { found: GitImport }) {
  if (outcome === 'FAILED') {
    return (
      <p className="note bad" role="alert">
        {message ?? texts.failed}
      </p>
    );
  }
  if (outcome !== 'CANCELLED') return null;
  return <p className="note warn">{preview ? texts.cancelledPreview : texts.cancelled}</p>;
}

function Facts({ found }: { found: GitImport }) {
  const { repositoryUrl, repositoryBranch, repositoryPath, commit, requestedAt } = found;
  return (
    <dl className="details import-facts">
      <Fact name={gitTexts.repository}>
        <span className="mono">{repositoryUrl}</span>{' '}
        <span className="faint">({gitCredentialTexts.types[found.gitConnectionType]})</span>
      </Fact>
      <Fact name={gitTexts.branch}>
        <span className="mono">{repositoryBranch}</span>
      </Fact>
      <Fact name={texts.pattern}>
        <span className="mono">{repositoryPath}</span>
      </Fact>
      <Fact name={gitTexts.credential}>
        {found.gitCredentialExternalId ?? gitTexts.firstThatFits}
      </Fact>
      <Fact name={texts.commit}>
        {commit !== null && <code title={commit}>{commit.slice(0, 10)}</code>}
      </Fact>
      <Fact name={texts.requested}>
        <RelativeTime at={requestedAt} />
      </Fact>
    </dl>
  );
}

/** The next step: the import after a preview, or the imported documents. */
function Foot({ found, onStarted }: { found: GitImport; onStarted: (id: string) => void }) {
  const { id, preview } = found;
  const kind = found.resource as ImportedKind;
  return (
    <footer className="import-foot">
      <Link className="button" to="/studio/import" search={{ kind, from: id }}>
        {preview ? texts.change : texts.again}
      </Link>
      {preview ? (
        <Start found={found} kind={kind} onStarted={onStarted} />
      ) : (
        <Link
          className="button primary"
          to="/"
          search={{ kind: [kind === 'datacontracts' ? 'DATA_CONTRACT' : 'DATA_PRODUCT'] }}
        >
          {texts.list[kind]}
        </Link>
      )}
    </footer>
  );
}

type StartProps = { found: GitImport; kind: ImportedKind; onStarted: (id: string) => void };

function Start({ found, kind, onStarted }: StartProps) {
  const start = useStartImport();
  const { repositoryUrl, repositoryBranch, repositoryPath, gitConnectionType } = found;
  const { gitCredentialExternalId: name } = found;
  const count = found.files.new;
  const submit = () => {
    const target = { repositoryUrl, repositoryBranch, repositoryPath, gitConnectionType };
    const named = name === undefined ? {} : { gitCredentialExternalId: name };
    const body = { ...target, ...named, resource: kind, preview: false };
    start.mutate(body, { onSuccess: (started) => onStarted(started.id) });
  };
  return (
    <>
      <WhyNot tone="primary" refused={whyNot(found)} disabled={start.isPending} onClick={submit}>
        {texts.start(count, kind)}
      </WhyNot>
      {start.error !== null && <ProblemNote error={start.error} />}
    </>
  );
}

function whyNot({ outcome, files }: GitImport) {
  if (outcome !== 'SUCCESS') return { because: texts.notComplete };
  return files.new === 0 ? { because: texts.nothingNew } : undefined;
}
