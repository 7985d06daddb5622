import { Markdown } from '../../components/documents/markdown.tsx';
import { DocLink } from '../../components/data/links.tsx';
import { productTexts } from '../../texts/products.ts';
import type { Access } from '../own-access/state.ts';
import { PortList } from './ports/port-list.tsx';
import type { ProductFacts } from './product-facts.ts';
import type { ProductQuality } from './queries.ts';

type OverviewProps = {
  product: ProductFacts;
  quality: ProductQuality | undefined;
  own: readonly Access[];
};

/** What the product is, how to use it, and its ports. */
export function Overview({ product, quality, own }: OverviewProps) {
  const { usage, limitations, purpose } = product;
  return (
    <div className="stack loose">
      {(usage ?? limitations) !== undefined && (
        <section className="card inside-sections">
          <Described title={productTexts.usage} text={usage} />
          <Described title={productTexts.limitations} text={limitations} />
        </section>
      )}
      {(purpose ?? usage ?? limitations) === undefined && (
        <p className="faint">{productTexts.noDescription}</p>
      )}
      <section>
        <h2 className="part-title">{productTexts.outputPorts}</h2>
        <PortList product={product} quality={quality} own={own} />
      </section>
      <Details product={product} />
    </div>
  );
}

function Described({ title, text }: { title: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <div>
      <h3>{title}</h3>
      <div className="prose soft">
        <Markdown text={text} />
      </div>
    </div>
  );
}

function Details({ product: { domain, inputs, links } }: { product: ProductFacts }) {
  if (domain === undefined && inputs.length + links.length === 0) return null;
  return (
    <section>
      <h2 className="part-title">{productTexts.details}</h2>
      <dl className="card details inside-card">
        {domain !== undefined && (
          <>
            <dt>{productTexts.domain}</dt>
            <dd>{domain}</dd>
          </>
        )}
        {inputs.length > 0 && (
          <>
            <dt>{productTexts.inputPorts}</dt>
            <dd>
              {inputs.map(({ name, contractId }, index) => (
                <span key={`${name} ${contractId ?? ''}`}>
                  {index > 0 && ', '}
                  {contractId === undefined ? (
                    name
                  ) : (
                    <DocLink collection="datacontracts" id={contractId} name={name} />
                  )}
                </span>
              ))}
            </dd>
          </>
        )}
        {links.length > 0 && (
          <>
            <dt>{productTexts.links}</dt>
            <dd>
              {links.map(({ name, url }, index) => (
                <span key={url}>
                  {index > 0 && ', '}
                  <a className="link" href={url} rel="noopener noreferrer nofollow" target="_blank">
                    {name}
                  </a>
                </span>
              ))}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
