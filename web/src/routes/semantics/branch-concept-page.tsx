import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { EntryEditor } from '../../features/semantics/entry/entry-editor.tsx';
import { useBranchNames } from '../../features/semantics/names.ts';
import { branchConceptQuery } from '../../features/semantics/queries.ts';
import { conceptTexts } from '../../texts/semantics/concepts.ts';
import { entryTexts } from '../../texts/semantics/semantics.ts';

const route = getRouteApi('/framed/semantics/$namespace/branches/$branch/concepts/$');

const newEntry = { text: 'concept: ""\ntype: EntityType\n', etag: undefined };

/** One concept of a branch to change, or a new one. */
export function BranchConceptPage() {
  const { namespace, branch, _splat: id = '' } = route.useParams();
  const names = { namespace, branch };
  const concept = useQuery({ ...branchConceptQuery(namespace, branch, id), enabled: id !== '' });
  const { ontology, title } = useBranchNames(namespace, branch);
  const namespaceHref = `/semantics/${encodeURIComponent(namespace)}`;
  return (
    <Page
      key={`${namespace}/${branch}/${id}`}
      title={id === '' ? entryTexts.title : (nameOf(concept.data?.data.entry) ?? id)}
      above={[
        { name: conceptTexts.title, href: '/concepts' },
        { name: ontology, href: namespaceHref },
        { name: title, href: `${namespaceHref}/branches/${encodeURIComponent(branch)}` },
      ]}
      beside={id !== '' && <IdChip id={id} />}
    >
      {id === '' ? (
        <EntryEditor names={names} id="" stored={newEntry} />
      ) : (
        <Loaded query={concept}>
          {({ data, etag }) => (
            <EntryEditor names={names} id={id} stored={{ text: data.yaml, etag }} />
          )}
        </Loaded>
      )}
    </Page>
  );
}

/** The name of an entry, which may be inside of `concept`. */
function nameOf(entry: unknown): string | undefined {
  const { concept } = (entry ?? {}) as { concept?: unknown };
  const name: unknown =
    typeof concept === 'object' && concept !== null
      ? (concept as { name?: unknown }).name
      : concept;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
