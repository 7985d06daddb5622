import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { ImportForm } from '../../features/git/imports/import-form.tsx';
import { ImportSteps } from '../../features/git/imports/import-steps.tsx';
import { ImportView } from '../../features/git/imports/import-view.tsx';
import { importQuery, isOpen } from '../../features/git/imports/queries.ts';
import type { GitImport } from '../../features/git/imports/queries.ts';
import { useCopySource } from '../../lib/copy-source.ts';
import { gitImportTexts as texts } from '../../texts/git/imports.ts';
import { pageNames } from '../../texts/shell.ts';

const newRoute = getRouteApi('/framed/studio/import');
const importRoute = getRouteApi('/framed/studio/import/$id');
const studio = { name: pageNames.studio, href: '/studio' };

/** The repository and the files of a new import, or of one like an earlier one. */
export function NewImportPage() {
  const { kind = 'datacontracts', from } = newRoute.useSearch();
  const navigate = useNavigate();
  const before = useQuery({ ...importQuery(from ?? ''), enabled: from !== undefined });
  const form = (found: GitImport | undefined) => (
    <ImportForm
      key={found?.id}
      kind={kind}
      before={found}
      onPreview={(id) => void navigate({ to: '/studio/import/$id', params: { id } })}
    />
  );
  return (
    <Page title={texts.title} above={[studio]} lead={texts.lead}>
      <div className="import">
        <ImportSteps current="where" />
        {from === undefined ? form(undefined) : <Loaded query={before}>{form}</Loaded>}
      </div>
    </Page>
  );
}

/** A preview of an import, or the import itself. */
export function ImportPage() {
  const { id } = importRoute.useParams();
  const { verdict } = importRoute.useSearch();
  const navigate = useNavigate();
  const query = useQuery(importQuery(id));
  const found = query.data;
  const isPreview = found?.preview === true;
  useCopySource(`/api/git-imports/${id}`);
  return (
    <Page
      title={isPreview ? texts.previewTitle : texts.title}
      above={[studio, { name: texts.title, href: '/studio/import' }]}
      crumb={isPreview ? texts.steps.preview : texts.steps.result}
      beside={found && <StatusBadge of="run" value={stateOf(found)} />}
    >
      <div className="import">
        <Loaded query={query} skeleton={<SkeletonLines lines={8} />}>
          {(data) => (
            <>
              <ImportSteps current={isPreview ? 'preview' : 'result'} />
              <ImportView
                found={data}
                verdict={verdict}
                onVerdict={(next) =>
                  void navigate({
                    to: '/studio/import/$id',
                    params: { id },
                    search: next === undefined ? {} : { verdict: next },
                    replace: true,
                    resetScroll: false,
                  })
                }
                onStarted={(started) =>
                  void navigate({ to: '/studio/import/$id', params: { id: started } })
                }
              />
            </>
          )}
        </Loaded>
      </div>
    </Page>
  );
}

const stateOf = (found: GitImport): string => (isOpen(found) ? 'RUNNING' : (found.outcome ?? ''));
