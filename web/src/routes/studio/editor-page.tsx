import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isStatus } from '../../api/problem.ts';
import { Badge } from '../../components/data/status-badge.tsx';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { Page } from '../../components/page.tsx';
import { MissingState } from '../../components/states/error-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { readDraft } from '../../features/editor/begin-draft.ts';
import { readEditorSearch } from '../../features/editor/editor-search.ts';
import { Editor } from '../../features/editor/editor.tsx';
import type { EditableKind } from '../../features/editor/kinds.ts';
import { nameOf } from '../../features/editor/name-of.ts';
import { sourceQuery } from '../../features/editor/queries.ts';
import { useEdit } from '../../features/editor/use-edit.ts';
import type { EditStart } from '../../features/editor/use-edit.ts';
import { editorTexts } from '../../texts/studio/editor.ts';

const contractRoute = getRouteApi('/framed/datacontracts/$id/edit');
const productRoute = getRouteApi('/framed/dataproducts/$id/edit');

export function EditContractPage() {
  const { id } = contractRoute.useParams();
  return <Draft key={id} kind="datacontracts" id={id} />;
}

export function EditProductPage() {
  const { id } = productRoute.useParams();
  return <Draft key={id} kind="dataproducts" id={id} />;
}

type Named = { kind: EditableKind; id: string };

/** The stored text and its draft; a draft without an entity tag is a document that is not stored yet. */
function Draft({ kind, id }: Named) {
  const [draft] = useState(() => readDraft(kind, id));
  const isNew = draft !== undefined && draft.etag === undefined;
  const source = useQuery({ ...sourceQuery(kind, id), enabled: !isNew });
  if (isNew) return <Opened start={{ kind, id, stored: undefined, draft }} />;
  if (source.data !== undefined) {
    return <Opened start={{ kind, id, stored: source.data, draft }} />;
  }
  return (
    <Page title={editorTexts.edit} fullWidth>
      {isStatus(source.error, 404, 410) ? (
        <Missing kind={kind} id={id} />
      ) : (
        <Loaded query={source} skeleton={<SkeletonLines lines={16} />}>
          {() => null}
        </Loaded>
      )}
    </Page>
  );
}

function Missing({ kind, id }: Named) {
  return (
    <>
      <MissingState what={`/${kind}/${encodeURIComponent(id)}`} />
      <div className="state">
        <p>{editorTexts.missing}</p>
        <Link
          className="button"
          to={kind === 'datacontracts' ? '/studio/new-contract' : '/studio/new-product'}
        >
          {editorTexts.beginNew[kind]}
        </Link>
      </div>
    </>
  );
}

function Opened({ start }: { start: EditStart }) {
  const { kind, id } = start;
  const edit = useEdit(start);
  const search = readEditorSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const isNew = edit.base === undefined;
  const name = nameOf(edit.text) ?? id;
  const page = { name, href: `/${kind}/${encodeURIComponent(id)}` };
  return (
    <Page
      title={isNew ? editorTexts.newTitles[kind] : name}
      above={isNew ? [] : [page]}
      crumb={isNew ? editorTexts.newTitles[kind] : editorTexts.edit}
      fullWidth
      beside={
        <>
          {!isNew && <IdChip id={id} />}
          {edit.isDirty && (
            <Badge status={{ word: editorTexts.unsaved, tone: 'idle', icon: 'none' }} />
          )}
        </>
      }
    >
      <Editor
        start={start}
        edit={edit}
        search={search}
        onSearch={(next) => void navigate({ to: '.', search: next, replace: true })}
      />
    </Page>
  );
}
