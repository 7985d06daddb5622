import { Markdown } from '../../components/documents/markdown.tsx';
import { Link } from '@tanstack/react-router';
import { useTagNames } from '../tags/tag-names.ts';
import type { ProductFacts } from './product-facts.ts';

/** What the product is for, and its tags. */
export function ProductLead({ product: { purpose, tags } }: { product: ProductFacts }) {
  const names = useTagNames(tags);
  return (
    <>
      {purpose !== undefined && (
        <div className="prose soft">
          <Markdown text={purpose} />
        </div>
      )}
      {tags.length > 0 && (
        <div className="row wrap tight lead-tags">
          {tags.map((tag) => (
            <Link key={tag} className="chip" to="/" search={{ tag: [tag] }}>
              {names.get(tag) ?? tag}
            </Link>
          ))}
        </div>
      )}
    </>
  );
}
