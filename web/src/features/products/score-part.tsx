import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { namesQuery } from '../../api/names.ts';
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
      {missing.length > 0 && <MissingPoints rules={missing} productId={score.dataProductId} />}
    </section>
  );
}

type MissingProps = { rules: readonly Rule[]; productId: string };

/** How to get the missing points; the names of the contracts are read when somebody asks. */
function MissingPoints({ rules, productId }: MissingProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="small" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{scoreTexts.missing(rules.length)}</summary>
      {isOpen && <AdviceList rules={rules} productId={productId} />}
    </details>
  );
}

function AdviceList({ rules, productId }: MissingProps) {
  const pages = rules.flatMap(({ link }) => (link === null ? [] : [pageOf(link)]));
  const contracts = pages.filter((page) => page?.collection === 'datacontracts');
  const refs = [...new Set(contracts.map((page) => refOf(page?.id ?? '')))].sort();
  const names = useQuery(namesQuery(refs));
  return (
    <ul className="score-advice">
      {rules.map((rule) => (
        <Advice key={rule.key} rule={rule} productId={productId} names={names.data} />
      ))}
    </ul>
  );
}

const refOf = (contractId: string): string => `data-contract:${contractId}`;

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

type AdviceProps = {
  rule: Rule;
  productId: string;
  names: ReadonlyMap<string, string> | undefined;
};

/** What to do, and the page where the points are got, unless it is the page of the product itself. */
function Advice({ rule: { label, weight, advice, link }, productId, names }: AdviceProps) {
  const page = link === null ? undefined : pageOf(link);
  const name = page && (names?.get(refOf(page.id)) ?? page.id);
  const words = page && name ? advice?.replace(`'${page.id}'`, `'${name}'`) : advice;
  return (
    <li>
      <span className="medium">{scoreTexts.gain(label, weight)}</span> {words}
      {page !== undefined && page.id !== productId && (
        <div>
          <DocLink {...page} name={name} />
        </div>
      )}
    </li>
  );
}

function pageOf(link: string): { collection: string; id: string } | undefined {
  const [id = '', collection = ''] = new URL(link).pathname.split('/').toReversed();
  return collection === '' ? undefined : { collection, id: decodeURIComponent(id) };
}
