import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { IdChip } from '../components/documents/id-chip.tsx';
import { Loaded } from '../components/states/loaded.tsx';
import { Page } from '../components/page.tsx';
import { factsOf } from '../features/documents/document-facts.ts';
import { DocumentView } from '../features/documents/detail/document-view.tsx';
import { DocumentActions } from '../features/documents/edit/document-actions.tsx';
import { DocumentEditor } from '../features/documents/edit/document-editor.tsx';
import { listedKind } from '../features/documents/listed-kinds.ts';
import { documentQuery } from '../features/documents/queries.ts';
import { editTexts, listedTexts } from '../texts/documents.ts';
import { collectionNames } from '../texts/kinds.ts';
import { pageNames } from '../texts/shell.ts';
import { DocumentsPage } from './documents-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const route = getRouteApi('/framed/$collection/$');

/** A document of a kind without a page of its own. */
export function DocumentPage() {
  const { collection, _splat: id = '' } = route.useParams();
  const kind = collectionNames[collection];
  if (id === '') return <DocumentsPage />;
  if (kind === undefined) return <NotFoundPage />;
  return <KnownDocument key={`${collection}/${id}`} collection={collection} id={id} kind={kind} />;
}

type KnownDocumentProps = { collection: string; id: string; kind: string };

function KnownDocument({ collection, id, kind }: KnownDocumentProps) {
  const { edit } = route.useSearch();
  const navigate = useNavigate();
  const document = useQuery(documentQuery(collection, id));
  const name = (document.data && factsOf(document.data).name) ?? id;
  const listed = listedKind(collection);
  const isEditing = edit === true && listed !== undefined;
  const leave = () => void navigate({ to: '.', search: {} });
  const list = listedTexts[collection];
  return (
    <Page
      title={isEditing ? editTexts.editTitle(name) : name}
      above={[
        list === undefined
          ? { name: pageNames.home, href: '/' }
          : { name: list.title, href: `/${collection}` },
      ]}
      beside={
        <>
          <span className="chip">{kind}</span>
          <IdChip id={id} />
        </>
      }
      actions={
        listed !== undefined &&
        !isEditing &&
        document.data && (
          <DocumentActions
            kind={listed}
            id={id}
            name={name}
            onEdit={() => void navigate({ to: '.', search: { edit: true } })}
            onDeleted={() => void navigate({ href: `/${collection}` })}
          />
        )
      }
    >
      <Loaded query={document}>
        {(data) =>
          isEditing ? (
            <DocumentEditor kind={listed} id={id} onClose={leave} />
          ) : (
            <DocumentView collection={collection} id={id} document={data} />
          )
        }
      </Loaded>
    </Page>
  );
}
