import { objectsOf } from '../../../../domain/standards/json-value.ts';
import type { JsonObject } from '../../../../domain/standards/json-value.ts';
import type { QualityRule } from '../../../../domain/standards/odcs/contract-model.ts';
import { normaliseQuality } from '../../../../domain/standards/odcs/normalise-quality.ts';
import { markup } from '../../shapes/text/html-text.ts';
import type { Html } from '../../shapes/text/html-text.ts';
import { furtherMembers } from './further.ts';
import { mark, marks, paragraph, thresholdText, valueText } from './parts.ts';

const unnamed: Readonly<Record<QualityRule['type'], string>> = {
  sql: 'SQL rule',
  text: 'Rule',
  library: 'Rule',
  custom: 'Custom rule',
};

/** The measure of a rule and its allowed values. */
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
  return asked.flatMap(([term, text]) => (text === undefined ? [] : [`${term} ${text}`]));
}

function ruleHtml(path: string, rule: QualityRule, further: Html | undefined): Html {
  const { name, description, metric, query, implementation } = rule;
  const asked = askedOf(rule);
  const labels = [rule.type, rule.dimension, rule.severity, rule.engine, ...rule.tags];
  const code = query ?? (implementation === undefined ? undefined : valueText(implementation));
  const title = name ?? metric ?? unnamed[rule.type];
  return markup`<tr><th scope="row">${title}</th><td class="type"><code>${path}</code></td><td>${paragraph(
    description,
  )}${asked.length > 0 && markup`<p class="text">${asked.join(' · ')}</p>`}${
    code !== undefined && markup`<pre>${code.trim()}</pre>`
  }${marks(labels.filter((label) => label !== undefined).map(mark))}${further}</td></tr>
`;
}

/** The rules at one path; `written` is the object that contains them. */
export type RulesOf = {
  path: string;
  quality: readonly QualityRule[];
  written: JsonObject | undefined;
};

/** The rows of the rules: one rule in the contract becomes several, one for each comparison. */
function rulesHtml({ path, quality, written }: RulesOf): Html[] {
  const list = objectsOf(written?.['quality']);
  if (list.length === 0) return quality.map((rule) => ruleHtml(path, rule, undefined));
  return list.flatMap((entry) => {
    const rules = normaliseQuality([entry]);
    return rules.map((rule, index) =>
      ruleHtml(
        path,
        rule,
        index < rules.length - 1 ? undefined : furtherMembers('rule', entry, rules),
      ),
    );
  });
}

/** The quality rules of a table and its columns. */
export function qualitySection(groups: readonly RulesOf[]): Html | undefined {
  const rules = groups.flatMap(rulesHtml);
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
