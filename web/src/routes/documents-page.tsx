import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Tabs } from '../components/controls/tabs.tsx';
import { Page } from '../components/page.tsx';
import { WhyNot } from '../components/states/why-not.tsx';
import { DocumentList } from '../features/documents/list/document-list.tsx';
import { NewDocument } from '../features/documents/edit/new-document.tsx';
import { listedKind, listedKinds } from '../features/documents/listed-kinds.ts';
import type { ListedKind } from '../features/documents/listed-kinds.ts';
import { useMe } from '../features/session/queries.ts';
import { useCopySource } from '../lib/copy-source.ts';
import { documentHref } from '../lib/address/document-href.ts';
import { editTexts, listedTexts, listTexts } from '../texts/documents.ts';
import { NotFoundPage } from './not-found-page.tsx';
import '../features/documents/documents.css';

const route = getRouteApi('/framed/$collection/$');

/** All documents of a kind; the kinds of governance are tabs of each other. */
export function DocumentsPage() {
  const { collection } = route.useParams();
  const { isNew } = route.useSearch();
  const kind = listedKind(collection);
  const texts = listedTexts[collection];
  if (texts === undefined) return <NotFoundPage />;
  if (kind !== undefined && isNew === true) return <NewPage kind={kind} />;
  return <ListPage key={collection} collection={collection} kind={kind} />;
}

function ListPage({ collection, kind }: { collection: string; kind: ListedKind | undefined }) {
  const { q = '' } = route.useSearch();
  const navigate = useNavigate();
  const texts = listedTexts[collection];
  useCopySource(`/api/${collection}`);
  const onWords = useCallback(
    (words: string) =>
      void navigate({ to: '.', search: words === '' ? {} : { q: words }, replace: true }),
    [navigate],
  );
  return (
    <Page
      title={texts?.title ?? collection}
      lead={texts?.lead}
      actions={kind && <NewButton kind={kind} />}
    >
      {kind && (
        <Tabs
          label={listTexts.tabsLabel}
          tabs={listedKinds.map((each) => ({
            name: listedTexts[each.collection]?.title ?? each.collection,
            href: `/${each.collection}`,
            isCurrent: each.collection === collection,
          }))}
        />
      )}
      <DocumentList collection={collection} words={q} onWords={onWords} />
    </Page>
  );
}

function NewButton({ kind: { collection, hasOwner } }: { kind: ListedKind }) {
  const me = useMe();
  const navigate = useNavigate();
  const may = me === undefined || (hasOwner ? me.may.publish : me.may.operate);
  const because = hasOwner ? listTexts.onlyEditors : listTexts.onlyOrganization;
  return (
    <WhyNot
      tone="primary"
      refused={may ? undefined : { because }}
      onClick={() => void navigate({ to: '.', search: { isNew: true } })}
    >
      {listedTexts[collection]?.add}
    </WhyNot>
  );
}

function NewPage({ kind }: { kind: ListedKind }) {
  const navigate = useNavigate();
  const { collection } = kind;
  const texts = listedTexts[collection];
  return (
    <Page
      title={editTexts.newTitle(texts?.one ?? '')}
      above={[{ name: texts?.title ?? collection, href: `/${collection}` }]}
    >
      <NewDocument
        kind={kind}
        onClose={() => void navigate({ to: '.', search: {} })}
        onCreated={(id) => void navigate({ href: documentHref(collection, id) })}
      />
    </Page>
  );
}
