import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { namesQuery } from '../../../api/names.ts';
import { DocLink, TeamLink } from '../../../components/data/links.tsx';
import { Markdown } from '../../../components/documents/markdown.tsx';
import { useCopySource } from '../../../lib/copy-source.ts';
import { AssetParts } from '../../assets/asset-parts.tsx';
import { PolicyRules } from '../../policies/policy-rules.tsx';
import { useTagNames } from '../../tags/tag-names.ts';
import { documentTexts } from '../../../texts/documents.ts';
import { factsOf } from '../document-facts.ts';
import type { DocumentFacts } from '../document-facts.ts';
import { listedKind } from '../listed-kinds.ts';
import { documentPath } from '../queries.ts';
import { Classes } from './classes.tsx';
import { StoredText } from './stored-text.tsx';
import { Usages } from './usages.tsx';

type DocumentViewProps = { collection: string; id: string; document: Record<string, unknown> };

/** What a document says, and its text as it is stored, for kinds that have no page of their own yet. */
export function DocumentView({ collection, id, document }: DocumentViewProps) {
  const path = documentPath(collection, id);
  const yamlName = listedKind(collection)?.yamlName;
  useCopySource(path, yamlName && `${path}/${yamlName}`);
  const facts = factsOf(document);
  return (
    <>
      {facts.description !== undefined && <Prose text={facts.description} />}
      <div className="stack loose document-parts">
        <Facts facts={facts} />
        {facts.content !== undefined && (
          <section className="card inside-card">
            <Prose text={facts.content} />
          </section>
        )}
        {collection === 'policies' && <PolicyRules id={id} document={document} />}
        {facts.criteria !== undefined && (
          <section>
            <h2 className="part-title">{documentTexts.criteria}</h2>
            <div className="card inside-card">
              <Prose text={facts.criteria} />
            </div>
          </section>
        )}
        {collection === 'assets' && <AssetParts id={id} document={document} />}
        <Classes document={document} />
        <Usages collection={collection} id={id} document={document} />
        <StoredText collection={collection} id={id} document={document} />
      </div>
    </>
  );
}

function Prose({ text }: { text: string }) {
  return (
    <div className="prose soft">
      <Markdown text={text} />
    </div>
  );
}

/** Owner, kind and relatives of the document by their names. */
function Facts({
  facts: { owner, type, status, product, contract, tags },
}: {
  facts: DocumentFacts;
}) {
  const refs = [
    ...refOf('team', owner),
    ...refOf('data-product', product),
    ...refOf('data-contract', contract),
  ];
  const { data: names, isLoading } = useQuery(namesQuery(refs));
  if ([owner, type, status, product, contract].every((each) => each === undefined)) {
    return <Tags tags={tags} />;
  }
  // The names come in a moment; ids would flash in their places.
  const nameOf = (ref: string) => names?.get(ref) ?? (isLoading ? '…' : undefined);
  return (
    <>
      <dl className="card details inside-card">
        <Fact name={documentTexts.owner} value={owner}>
          {(id) => <TeamLink id={id} name={nameOf(`team:${id}`)} />}
        </Fact>
        <Fact name={documentTexts.product} value={product}>
          {(id) => (
            <DocLink collection="dataproducts" id={id} name={nameOf(`data-product:${id}`)} />
          )}
        </Fact>
        <Fact name={documentTexts.contract} value={contract}>
          {(id) => (
            <DocLink collection="datacontracts" id={id} name={nameOf(`data-contract:${id}`)} />
          )}
        </Fact>
        <Fact name={documentTexts.type} value={type} />
        <Fact name={documentTexts.status} value={status} />
      </dl>
      <Tags tags={tags} />
    </>
  );
}

const refOf = (kind: string, id: string | undefined): string[] =>
  id === undefined ? [] : [`${kind}:${id}`];

type FactProps = {
  name: string;
  value: string | undefined;
  children?: (value: string) => ReactNode;
};

function Fact({ name, value, children }: FactProps) {
  if (value === undefined) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children === undefined ? value : children(value)}</dd>
    </>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  const names = useTagNames(tags);
  if (tags.length === 0) return null;
  return (
    <div className="row wrap tight">
      {tags.map((tag) => (
        <span key={tag} className="chip">
          {names.get(tag) ?? tag}
        </span>
      ))}
    </div>
  );
}
