import { readFileSync } from 'node:fs';
import { compareContracts } from '../../../domain/contract-changes/compare-contracts.ts';
import { rules } from '../../../domain/contract-changes/rules.ts';
import type { RuleName } from '../../../domain/contract-changes/rules.ts';

type Row = {
  rule: RuleName;
  impact: string;
  place: string;
  before: unknown;
  after: unknown;
  why: string;
};

/** The rows of the tables of rules: those whose first cell is code and that have six cells. */
function rowsOf(text: string): Row[] {
  const lines = text.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) => {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const code = (index: number): string => (cells[index] ?? '').replace(/^`|`$/g, '');
    return {
      rule: code(0) as RuleName,
      impact: cells[1] ?? '',
      place: cells[2] ?? '',
      before: JSON.parse(code(3)),
      after: JSON.parse(code(4)),
      why: cells[5] ?? '',
    };
  });
}

const object = (members: object) => ({ schema: [{ name: 'o', ...members }] });
const property = (members: object) => object({ properties: [{ name: 'p', ...members }] });

/** How the fragment of a row becomes a part of a contract. */
const places: Record<string, (fragment: any) => object> = {
  contract: (fragment) => fragment,
  server: (fragment) => ({ servers: [{ server: 's', type: 'postgres', ...fragment }] }),
  'service level': (fragment) => ({ slaProperties: [fragment] }),
  object,
  property,
  options: (fragment) => property({ logicalTypeOptions: fragment }),
  quality: (fragment) => property({ quality: [fragment] }),
  key: (names: string[]) =>
    object({
      properties: ['a', 'b'].map((name) => ({
        name,
        ...(names.includes(name) && {
          primaryKey: true,
          primaryKeyPosition: names.indexOf(name) + 1,
        }),
      })),
    }),
};

const base = { apiVersion: 'v3.2.0', kind: 'DataContract', id: 'c', version: '1.0.0' };
const rows = rowsOf(readFileSync('docs/breaking-changes.md', 'utf8'));

it.each(rows)('$rule in $place: $before → $after is $impact', (row) => {
  const place = places[row.place];
  if (!place) throw new Error(`The table names an unknown place: ${row.place}`);
  const verdict = compareContracts(
    { ...base, ...place(row.before) },
    { ...base, ...place(row.after) },
  );
  expect(verdict.changes.map(({ rule }) => rule)).toEqual([row.rule]);
  expect([verdict.impact, verdict.changes[0]?.impact]).toEqual([row.impact, row.impact]);
  expect(row.why).toMatch(/^[A-Z].{15,}\.$/);
});

it('the tables hold every rule, and no other', () => {
  const documented = [...new Set(rows.map(({ rule }) => rule))].sort();
  expect(documented).toEqual(Object.keys(rules).sort());
});
