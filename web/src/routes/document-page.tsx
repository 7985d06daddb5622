import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { IdChip } from '../components/id-chip.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { RequestSheet } from '../features/access/request-sheet.tsx';
import { DocumentView, nameOfDocument } from '../features/documents/document-view.tsx';
import { documentQuery } from '../features/documents/queries.ts';
import { collectionNames } from '../texts/kinds.ts';
import { NotFoundPage } from './not-found-page.tsx';

const route = getRouteApi('/framed/$collection/$');

/** A document of a kind without a page of its own. */
export function DocumentPage() {
  const { collection, _splat: id = '' } = route.useParams();
  const kind = collectionNames[collection];
  if (kind === undefined) return <NotFoundPage />;
  return <KnownDocument collection={collection} id={id} kind={kind} />;
}

type KnownDocumentProps = { collection: string; id: string; kind: string };

function KnownDocument({ collection, id, kind }: KnownDocumentProps) {
  const document = useQuery(documentQuery(collection, id));
  const name = document.data && nameOfDocument(document.data);
  return (
    <Page
      title={name ?? id}
      beside={
        <>
          <span className="chip">{kind}</span>
          <IdChip id={id} />
        </>
      }
    >
      <Loaded query={document}>
        {(data) => <DocumentView collection={collection} id={id} document={data} />}
      </Loaded>
      {collection === 'dataproducts' && <Request id={id} />}
    </Page>
  );
}

/** The sheet over a product that requests access to the port of the address. */
function Request({ id }: { id: string }) {
  const { request } = route.useSearch();
  const navigate = useNavigate();
  if (request === undefined) return null;
  return (
    <RequestSheet
      key={request}
      dataProductId={id}
      portId={request}
      onClose={() =>
        void navigate({ to: '/$collection/$', params: { collection: 'dataproducts', _splat: id } })
      }
      onSent={(sent) => void navigate({ to: '/access/$id', params: { id: sent } })}
    />
  );
}
