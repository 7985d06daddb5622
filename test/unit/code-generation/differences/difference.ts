import fs from 'node:fs';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import { inShared, readContract } from '../contracts.ts';

/** One kind of difference from the reference that is meant. */
export type DifferenceRule = {
  format: string;
  rule: string;
  reason: string;
  /** How often it is seen in the recordings. */
  count: number;
  explains: (difference: Difference) => boolean;
};

/** What a text says, in a form that both sides can be brought to: aspects by place. */
export type Facts = Map<string, Readonly<Record<string, string>>>;

export type Difference = {
  contract: string;
  place: string;
  aspect: string;
  reference: string;
  ours: string;
};

export type Recording = {
  id: string;
  contract: ContractModel;
  /** The table that one file is about, where the format has one file for each. */
  table: string | undefined;
  /** What the reference was asked for besides. */
  options: { server?: string; dialect?: string; engine?: string; sql_server_type?: string };
  text: string;
};

type IndexEntry = {
  kind: string;
  format?: string;
  input: string;
  expected: string;
  options?: Recording['options'] & { schemaName?: string; schema_name?: string; args?: string[] };
};

/** What the reference wrote for a format, without where it refused. */
export function recordingsOf(format: string): Recording[] {
  const entries = JSON.parse(
    fs.readFileSync(inShared('oracles/INDEX.json'), 'utf8'),
  ) as IndexEntry[];
  return entries
    .filter((entry) => entry.kind === 'export' && entry.format === format)
    .filter(({ expected }) => !expected.endsWith('.expected-error.txt'))
    .map(({ input, expected, options = {} }) => ({
      id: expected.split('/').at(-1) ?? expected,
      contract: readContract(inShared('oracles', input)),
      table: options.schemaName ?? options.schema_name ?? options.args?.[0],
      options,
      text: fs.readFileSync(inShared('oracles', expected), 'utf8'),
    }));
}

function compareFacts(contract: string, reference: Facts, ours: Facts): Difference[] {
  const places = [...new Set([...reference.keys(), ...ours.keys()])];
  return places.flatMap((place) => {
    const [theirs, own] = [reference.get(place), ours.get(place)];
    if (theirs === undefined || own === undefined)
      return [
        {
          contract,
          place,
          aspect: 'presence',
          reference: theirs ? 'there' : 'absent',
          ours: own ? 'there' : 'absent',
        },
      ];
    const aspects = [...new Set([...Object.keys(theirs), ...Object.keys(own)])];
    return aspects
      .map((aspect) => ({
        contract,
        place,
        aspect,
        reference: theirs[aspect] ?? '',
        ours: own[aspect] ?? '',
      }))
      .filter((difference) => difference.reference !== difference.ours);
  });
}

const factCount = (facts: Facts): number =>
  [...facts.values()].reduce((sum, aspects) => sum + Object.keys(aspects).length, 0);

/** Compares facts of all recordings; every difference has to be one that a rule explains, as often as the rule says. */
export function compareWithReference(
  format: string,
  rules: readonly DifferenceRule[],
  pairs: readonly { id: string; reference: Facts; ours: Facts }[],
): { unexplained: Difference[]; counts: Record<string, number>; expected: Record<string, number> } {
  const differences = pairs.flatMap(({ id, reference, ours }) => compareFacts(id, reference, ours));
  const facts = pairs.reduce((sum, { reference }) => sum + factCount(reference), 0);
  const counts = Object.fromEntries(rules.map(({ rule }) => [rule, 0]));
  const unexplained = differences.filter((difference) => {
    const rule = rules.find(({ explains }) => explains(difference));
    if (rule) counts[rule.rule] = (counts[rule.rule] ?? 0) + 1;
    return rule === undefined;
  });
  console.log(
    [
      `${format}: ${pairs.length} recordings, ${facts} facts, ${differences.length} differences`,
      ...Object.entries(counts).map(([rule, count]) => `  ${count} × ${rule}`),
      ...unexplained.slice(0, 40).map((difference) => `  ? ${JSON.stringify(difference)}`),
    ].join('\n'),
  );
  return {
    unexplained,
    counts,
    expected: Object.fromEntries(rules.map(({ rule, count }) => [rule, count])),
  };
}
