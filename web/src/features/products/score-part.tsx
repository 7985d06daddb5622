import { DocLink } from '../../components/data/links.tsx';
import { StatusIcon } from '../../components/data/status-icon.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { scoreTexts } from '../../texts/scores.ts';
import type { ProductScore } from './queries.ts';
import './score.css';

type Rule = ProductScore['rules'][number];

/** The score of a product: a mark for each rule, and what gives the missing points. */
export function ScorePart({ score }: { score: ProductScore }) {
  if (score.score === null) return null;
  const missing = score.rules.filter(({ status }) => status === 'failed');
  const { rating } = score;
  return (
    <section className="card inside-card">
      <div className="row">
        <h3>{scoreTexts.title}</h3>
        <span className="push">
          <Badge status={scoreTexts.ratings[rating ?? 'poor'] ?? scoreTexts.unrated}>
            {scoreTexts.score(score.score, scoreTexts.ratings[rating ?? 'poor']?.word ?? '')}
          </Badge>
        </span>
      </div>
      <ScoreStrip rules={score.rules} />
      {missing.length > 0 && (
        <details className="small">
          <summary>{scoreTexts.missing(missing.length)}</summary>
          <ul className="score-advice">
            {missing.map((rule) => (
              <Advice key={rule.key} rule={rule} productId={score.dataProductId} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function ScoreStrip({ rules }: { rules: readonly Rule[] }) {
  return (
    <ul className="score-strip">
      {rules.map(({ key, label, status, points, weight }) => {
        const mark = scoreTexts.marks[status] ?? scoreTexts.unrated;
        const told = scoreTexts.told(label, mark.word, points, weight);
        return (
          <li key={key}>
            <span role="img" aria-label={told} title={told} className={`badge ${mark.tone}`}>
              <StatusIcon name={mark.icon} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The page where the points are got, unless it is the page of the product itself. */
function Advice({
  rule: { label, weight, advice, link },
  productId,
}: {
  rule: Rule;
  productId: string;
}) {
  const page = link === null ? undefined : pageOf(link);
  return (
    <li>
      <span className="medium">{scoreTexts.gain(label, weight)}</span> {advice}
      {page !== undefined && page.id !== productId && (
        <div>
          <DocLink {...page} name={page.id} />
        </div>
      )}
    </li>
  );
}

function pageOf(link: string): { collection: string; id: string } | undefined {
  const [id = '', collection = ''] = new URL(link).pathname.split('/').toReversed();
  return collection === '' ? undefined : { collection, id: decodeURIComponent(id) };
}
