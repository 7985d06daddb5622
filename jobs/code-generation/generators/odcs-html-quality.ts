import { objectsOf } from '../../../domain/standards/json-value.ts';
import type { JsonObject } from '../../../domain/standards/json-value.ts';
import type { QualityRule } from '../../../domain/standards/odcs/contract-model.ts';
import { normaliseQuality } from '../../../domain/standards/odcs/normalise-quality.ts';
import { markup } from '../shapes/html-text.ts';
import type { Html } from '../shapes/html-text.ts';
import { furtherMembers } from './odcs-html-further.ts';
import { mark, marks, paragraph, thresholdText, valueText } from './odcs-html-parts.ts';

const unnamed: Readonly<Record<QualityRule['type'], string>> = {
  sql: 'SQL rule',
  text: 'Rule',
  library: 'Rule',
  custom: 'Custom rule',
};

/** What a rule is measured on and what it allows. */
function askedOf(rule: QualityRule): string[] {
  const { metric, threshold, unit, columns, validValues, missingValues, pattern } = rule;
  const list = (values: readonly unknown[] | undefined): string | undefined =>
    values === undefined || values.length === 0 ? undefined : values.map(valueText).join(', ');
  const asked = [
    ['of', list(columns)],
    ['valid:', list(validValues)],
    ['missing:', list(missingValues)],
    ['pattern', pattern],
    [metric ?? 'the result', threshold && thresholdText(threshold, unit)],
  ];
  return asked.flatMap(([word, text]) => (text === undefined ? [] : [`${word} ${text}`]));
}

function ruleHtml(place: string, rule: QualityRule, further: Html | undefined): Html {
  const { name, description, metric, query, implementation } = rule;
  const asked = askedOf(rule);
  const labels = [rule.type, rule.dimension, rule.severity, rule.engine, ...rule.tags];
  const code = query ?? (implementation === undefined ? undefined : valueText(implementation));
  const title = name ?? metric ?? unnamed[rule.type];
  return markup`<tr><th scope="row">${title}</th><td class="type"><code>${place}</code></td><td>${paragraph(
    description,
  )}${asked.length > 0 && markup`<p class="text">${asked.join(' · ')}</p>`}${
    code !== undefined && markup`<pre>${code.trim()}</pre>`
  }${marks(labels.filter((label) => label !== undefined).map(mark))}${further}</td></tr>
`;
}

/** Rules of one place; `written` is what they stand in. */
export type RulesOf = {
  place: string;
  quality: readonly QualityRule[];
  written: JsonObject | undefined;
};

/** One rule as written may be several, one for each comparison. */
function rulesHtml({ place, quality, written }: RulesOf): Html[] {
  const list = objectsOf(written?.['quality']);
  if (list.length === 0) return quality.map((rule) => ruleHtml(place, rule, undefined));
  return list.flatMap((entry) => {
    const rules = normaliseQuality([entry]);
    return rules.map((rule, index) =>
      ruleHtml(
        place,
        rule,
        index < rules.length - 1 ? undefined : furtherMembers('rule', entry, rules),
      ),
    );
  });
}

/** The quality rules of a table and of what is in it. */
export function qualitySection(places: readonly RulesOf[]): Html | undefined {
  const rules = places.flatMap(rulesHtml);
  if (rules.length === 0) return undefined;
  return markup`<h3>Quality rules</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col">Of</th>
          <th scope="col">What it asks</th>
        </tr>
      </thead>
      <tbody>
        ${rules}
      </tbody>
    </table> `;
}
