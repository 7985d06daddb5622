import { Markdown } from '../../components/documents/markdown.tsx';
import { Link } from '@tanstack/react-router';
import type { ProductFacts } from './product-facts.ts';

/** What the product is for, and its tags. */
export function ProductLead({ product: { purpose, tags } }: { product: ProductFacts }) {
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
              {tag}
            </Link>
          ))}
        </div>
      )}
    </>
  );
}
