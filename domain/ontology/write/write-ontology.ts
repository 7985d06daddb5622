import { writeYaml } from '../../../lib/yaml/yaml.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { YamlAlias, YamlNode } from '../../../lib/yaml/tree.ts';
import { editEntries } from './edit-entries.ts';
import type { Printed } from './edit-entries.ts';
import { spliced } from './edit-text.ts';
import type { Edit, Source } from './edit-text.ts';
import { editValue } from './edit-value.ts';
import { entryOf } from '../read/entry-of.ts';
import { entryOfAlias, looseAliases } from './loose-aliases.ts';
import { parseWritten } from '../read/parse-ontology.ts';
import type { NamedViolation } from '../read/name-findings.ts';
import type { ParsedOntology } from '../read/parse-ontology.ts';
import { planEntries } from './plan-entries.ts';
import type { Order, Plan } from './plan-entries.ts';
import { printInFlow } from './print-parts.ts';
import { isSameConcept, isSameOntology } from '../model/same-value.ts';
import { lineBreakOf } from './text-lines.ts';

export type WriteAnswer =
  | {
      parsed: ParsedOntology;
      /** Identities of concepts whose entries had to be printed again, losing layout and comments. */
      reprinted: string[];
      /** True if no layout could be kept. */
      isReprintedWhole: boolean;
      violations?: undefined;
    }
  | { violations: NamedViolation[]; parsed?: undefined };

/**
 * Writes the content of an ontology into an existing text: the bytes of all unchanged parts are kept. The
 * result is parsed again to verify that it has exactly this content; if not, violations are returned.
 */
export function writeOntology(order: Order): WriteAnswer {
  const plan = planEntries(order);
  const isRight = (answer: WriteAnswer | undefined): boolean =>
    answer?.parsed !== undefined && isSameOntology(answer.parsed.ontology, order.ontology);
  const first = tryWriting(order, plan, new Set());
  if (first && isRight(first)) return first;
  const differing = differingPositions(order, first?.parsed);
  // Aliases in one entry may refer to anchors in another one: both are then printed again.
  for (const positions of [differing, plan.changed, plan.changedOrEntangled]) {
    const answer = positions.size > 0 ? tryWriting(order, plan, positions) : undefined;
    if (answer && isRight(answer)) return answer;
  }
  return writeWhole(order);
}

/**
 * Writes with these entries printed again, and the entries that need their anchors; undefined when the list
 * itself cannot be spliced.
 */
function tryWriting(
  order: Order,
  plan: Plan,
  positions: ReadonlySet<number>,
): WriteAnswer | undefined {
  const { text, aliases } = order.into;
  const printed = new Set(positions);
  for (;;) {
    const entries = { positions: printed, reprinted: [] };
    const edit = editAll(order, plan, entries);
    if (!edit) return undefined;
    const loose = looseAliases(aliases, edit.splices);
    const holders = loose.flatMap((alias) => holderOf(plan, alias) ?? []);
    const further = holders.filter((position) => !printed.has(position));
    if (further.length === 0) {
      writeOut(edit, loose);
      const written = spliced(edit);
      const asBefore = text.endsWith('\n') ? written : written.replace(/\r?\n$/, '');
      return readBack(asBefore, order, entries);
    }
    for (const position of further) printed.add(position);
  }
}

function readBack(text: string, { required }: Order, { reprinted }: Printed): WriteAnswer {
  const answer = parseWritten(text, required);
  if (!answer.parsed) return answer;
  return { parsed: answer.parsed, reprinted, isReprintedWhole: false };
}

/** Index of the concept whose entry contains an alias. */
function holderOf({ member, correspondence }: Plan, alias: YamlAlias): number | undefined {
  const old = entryOfAlias(member?.node.items ?? [], alias);
  const position = old === undefined ? -1 : correspondence.indexOf(old);
  return position < 0 ? undefined : position;
}

/** Replaces the remaining aliases, in members of the document, by their values. */
function writeOut(edit: Edit, loose: readonly YamlAlias[]): void {
  for (const { start, end, value } of loose) {
    edit.splices.push({ start, end, text: printInFlow(value, true) });
  }
}

function editAll(order: Order, plan: Plan, printed: Printed): Edit | undefined {
  const { root, text } = order.into;
  const lineBreak = lineBreakOf(text);
  const ended = text.endsWith('\n') ? text : text + lineBreak;
  const edit: Edit = { text: ended, lineBreak, splices: [], untaken: 0, value: editValue };
  const list = plan.member?.node;
  if (!list) return undefined;
  const members = { ontology: list.value, ...order.ontology.members };
  const source = order.from && { text: order.from.text, node: order.from.root };
  if (!editMembers(edit, root, members, source)) return undefined;
  return editEntries(edit, order, plan, printed) ? edit : undefined;
}

function editMembers(
  edit: Edit,
  root: YamlNode,
  members: JsonObject,
  source: Source | undefined,
): boolean {
  // Entries with anchors make the document entangled; its members can still be edited.
  return editValue(edit, { ...root, entangled: false }, { name: '', to: members, source });
}

/** Indexes of the concepts that differ from a text. */
function differingPositions({ ontology }: Order, written: ParsedOntology | undefined): Set<number> {
  if (!written) return new Set();
  const found = new Map(written.ontology.concepts.map((concept) => [concept.identity, concept]));
  const positions = ontology.concepts.flatMap((concept, position) => {
    const match = found.get(concept.identity);
    return match && isSameConcept(match, concept) ? [] : [position];
  });
  return new Set(positions);
}

function writeWhole({ ontology, required }: Order): WriteAnswer {
  const entries = ontology.concepts.map((concept) => entryOf(concept, undefined));
  const answer = parseWritten(writeYaml({ ...ontology.members, ontology: entries }), required);
  if (!answer.parsed) return answer;
  const reprinted = ontology.concepts.map(({ identity }) => identity);
  return { parsed: answer.parsed, reprinted, isReprintedWhole: true };
}
