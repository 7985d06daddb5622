import { useQuery } from '@tanstack/react-query';
import { CodeView } from '../../../components/documents/code-view.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { documentTexts } from '../../../texts/documents.ts';
import { listedKind } from '../listed-kinds.ts';
import { textQuery } from '../queries.ts';
import type { Json } from '../queries.ts';

type StoredTextProps = { collection: string; id: string; document: Json };

/** The text of the document: YAML as it was written, JSON for kinds that have no YAML. */
export function StoredText({ collection, id, document }: StoredTextProps) {
  const kind = listedKind(collection);
  return (
    <section>
      <h2 className="part-title">{documentTexts.stored}</h2>
      {kind === undefined ? (
        <CodeView text={JSON.stringify(document, undefined, 2)} name={documentTexts.stored} />
      ) : (
        <YamlText collection={collection} id={id} yamlName={kind.yamlName} />
      )}
    </section>
  );
}

function YamlText({
  collection,
  id,
  yamlName,
}: {
  collection: string;
  id: string;
  yamlName: string;
}) {
  const query = useQuery(textQuery(collection, id, yamlName));
  return (
    <Loaded query={query}>
      {({ text }) => <CodeView text={text} name={documentTexts.stored} />}
    </Loaded>
  );
}
