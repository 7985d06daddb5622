import { Markdown } from '../../components/markdown.tsx';
import { useCopySource } from '../../lib/copy-source.ts';
import { documentPath } from './queries.ts';

type DocumentViewProps = { collection: string; id: string; document: Record<string, unknown> };

/** A document as it is stored, for kinds that have no page of their own yet. */
export function DocumentView({ collection, id, document }: DocumentViewProps) {
  useCopySource(documentPath(collection, id));
  const description = descriptionOf(document);
  return (
    <>
      {description !== undefined && (
        <div className="soft">
          <Markdown text={description} />
        </div>
      )}
      <pre className="code-block" style={{ marginTop: 16 }}>
        {JSON.stringify(document, undefined, 2)}
      </pre>
    </>
  );
}

/** What a document says about itself, in any of its formats. */
function descriptionOf(document: Record<string, unknown>): string | undefined {
  const info = document['info'] as Record<string, unknown> | undefined;
  const texts = [document['description'], info?.['description']];
  return texts.find((text): text is string => typeof text === 'string' && text !== '');
}

/** The name that a document gives itself, in any of its formats. */
export function nameOfDocument(document: Record<string, unknown>): string | undefined {
  const info = document['info'] as Record<string, unknown> | undefined;
  const names = [document['name'], info?.['title'], document['title']];
  return names.find((name): name is string => typeof name === 'string' && name !== '');
}
