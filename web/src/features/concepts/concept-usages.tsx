import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../components/controls/button.tsx';
import { Segments } from '../../components/controls/segments.tsx';
import { DocLink } from '../../components/data/links.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { conceptTexts } from '../../texts/semantics/concepts.ts';
import { conceptUsagesQuery } from './queries.ts';
import type { ConceptUsages as Answer } from './queries.ts';

type Usage = Answer['usages'][number];
export type UsageView = 'products' | 'fields';

type ConceptUsagesProps = {
  namespace: string;
  id: string;
  view: UsageView;
  onView: (view: UsageView) => void;
};

/** The products that hold the concept, and the contracts whose fields name it. */
export function ConceptUsages({ namespace, id, view, onView }: ConceptUsagesProps) {
  const query = useInfiniteQuery(conceptUsagesQuery(namespace, id));
  return (
    <section>
      <div className="row wrap part-line">
        <h2 className="part-title">{conceptTexts.usedBy}</h2>
        <span className="push">
          <Segments
            label={conceptTexts.view}
            value={view}
            options={[
              { value: 'products', name: conceptTexts.products },
              { value: 'fields', name: conceptTexts.fieldsView },
            ]}
            onChange={onView}
          />
        </span>
      </div>
      <Loaded query={query}>
        {({ pages }) => {
          const usages = pages.flatMap((page) => page.usages);
          return (
            <>
              <div
                className="card sideways"
                role="region"
                aria-label={conceptTexts.usedBy}
                tabIndex={0}
              >
                <Shown usages={usages} view={view} />
              </div>
              {query.hasNextPage && (
                <p className="more-line">
                  <Button compact onClick={() => void query.fetchNextPage()}>
                    {conceptTexts.more}
                  </Button>
                </p>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function Shown({ usages, view }: { usages: readonly Usage[]; view: UsageView }) {
  if (usages.length === 0) {
    return (
      <EmptyState sort="nothing-yet" title={conceptTexts.notUsed}>
        {conceptTexts.notUsedHint}
      </EmptyState>
    );
  }
  return view === 'products' ? <Products usages={usages} /> : <Documents usages={usages} />;
}

type Holder = { id: string; name: string; through: Usage[] };

/** Each product once, with the contracts through which it holds the concept. */
function holdersOf(usages: readonly Usage[]): Holder[] {
  const holders = new Map<string, Holder>();
  for (const usage of usages) {
    const products = usage.kind === 'data-product' ? [usage] : usage.products;
    for (const { id, name } of products) {
      const holder = holders.get(id) ?? { id, name, through: [] };
      holder.through.push(usage);
      holders.set(id, holder);
    }
  }
  return [...holders.values()];
}

function Products({ usages }: { usages: readonly Usage[] }) {
  const holders = holdersOf(usages);
  if (holders.length === 0) {
    return (
      <EmptyState sort="nothing-yet" title={conceptTexts.noProducts}>
        {conceptTexts.noProductsHint}
      </EmptyState>
    );
  }
  return (
    <table>
      <thead>
        <tr>
          <th>{conceptTexts.product}</th>
          <th>{conceptTexts.through}</th>
        </tr>
      </thead>
      <tbody>
        {holders.map(({ id, name, through }) => (
          <tr key={id}>
            <td>
              <DocLink collection="dataproducts" id={id} name={name} />
            </td>
            <td>
              {through.map((usage, index) => (
                <span key={`${usage.kind} ${usage.id}`}>
                  {index > 0 && ', '}
                  {usage.kind === 'data-product' ? (
                    <span className="faint">{conceptTexts.itself}</span>
                  ) : (
                    <DocLink collection="datacontracts" id={usage.id} name={usage.name} />
                  )}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Documents({ usages }: { usages: readonly Usage[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th>{conceptTexts.document}</th>
          <th>{conceptTexts.fields}</th>
        </tr>
      </thead>
      <tbody>
        {usages.map(({ kind, id, name, fields }) => (
          <tr key={`${kind} ${id}`}>
            <td>
              <DocLink
                collection={kind === 'data-product' ? 'dataproducts' : 'datacontracts'}
                id={id}
                name={name}
              />
            </td>
            <td>
              <Fields fields={fields} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The document as a whole has an empty path. */
function Fields({ fields }: { fields: Usage['fields'] }) {
  const names = fields.flatMap(({ path, name }) => (path === '' ? [] : [name ?? path]));
  if (names.length === 0) return <span className="faint">{conceptTexts.wholeDocument}</span>;
  return <code>{names.join(', ')}</code>;
}
