import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IdChip } from '../components/documents/id-chip.tsx';
import { Loaded } from '../components/states/loaded.tsx';
import { Page } from '../components/page.tsx';
import { factsOf } from '../features/documents/document-facts.ts';
import { DocumentView } from '../features/documents/document-view.tsx';
import { documentQuery } from '../features/documents/queries.ts';
import { collectionNames } from '../texts/kinds.ts';
import { pageNames } from '../texts/shell.ts';
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
  const name = document.data && factsOf(document.data).name;
  return (
    <Page
      title={name ?? id}
      above={[{ name: pageNames.home, href: '/' }]}
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
    </Page>
  );
}
