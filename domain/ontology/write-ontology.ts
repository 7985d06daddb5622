import { writeYaml } from '../../lib/yaml.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { YamlAlias, YamlNode } from '../../lib/yaml-tree.ts';
import { editEntries } from './edit-entries.ts';
import type { Printed } from './edit-entries.ts';
import { spliced } from './edit-text.ts';
import type { Edit, Source } from './edit-text.ts';
import { editValue } from './edit-value.ts';
import { entryOf } from './entry-of.ts';
import { entryOfAlias, looseAliases } from './loose-aliases.ts';
import { parseWritten } from './parse-ontology.ts';
import type { NamedViolation } from './name-findings.ts';
import type { ParsedOntology } from './parse-ontology.ts';
import { planEntries } from './plan-entries.ts';
import type { Order, Plan } from './plan-entries.ts';
import { printInFlow } from './print-parts.ts';
import { isSameConcept, isSameOntology } from './same-value.ts';
import { lineBreakOf } from './text-lines.ts';

export type WriteAnswer =
  | {
      parsed: ParsedOntology;
      /** Identities of concepts whose entries had to be printed anew, layout and comments included. */
      reprinted: string[];
      /** Nothing of the layout could be kept. */
      isReprintedWhole: boolean;
      violations?: undefined;
    }
  | { violations: NamedViolation[]; parsed?: undefined };

/**
 * Writes what an ontology shall say into a text that says something else: the bytes of everything that stays are kept.
 * What comes out is read again and says exactly that, or is no ontology, and then that is told.
 */
export function writeOntology(order: Order): WriteAnswer {
  const plan = planEntries(order);
  const isRight = (answer: WriteAnswer | undefined): boolean =>
    answer?.parsed !== undefined && isSameOntology(answer.parsed.ontology, order.ontology);
  const first = tryWriting(order, plan, new Set());
  if (first && isRight(first)) return first;
  const differing = differingPlaces(order, first?.parsed);
  // Anchors of one entry may be what aliases of another one stand for: those are written anew together.
  for (const places of [differing, plan.changed, plan.changedOrEntangled]) {
    const answer = places.size > 0 ? tryWriting(order, plan, places) : undefined;
    if (answer && isRight(answer)) return answer;
  }
  return writeWhole(order);
}

/** Writes with these entries printed anew, and with those that need their anchors; undefined when the list itself cannot be spliced. */
function tryWriting(
  order: Order,
  plan: Plan,
  places: ReadonlySet<number>,
): WriteAnswer | undefined {
  const { text, aliases } = order.into;
  const printed = new Set(places);
  for (;;) {
    const entries = { places: printed, reprinted: [] };
    const edit = editAll(order, plan, entries);
    if (!edit) return undefined;
    const loose = looseAliases(aliases, edit.splices);
    const holders = loose.flatMap((alias) => holderOf(plan, alias) ?? []);
    const further = holders.filter((place) => !printed.has(place));
    if (further.length === 0) {
      writeOut(edit, loose);
      const written = spliced(edit);
      const asBefore = text.endsWith('\n') ? written : written.replace(/\r?\n$/, '');
      return readBack(asBefore, order, entries);
    }
    for (const place of further) printed.add(place);
  }
}

function readBack(text: string, { required }: Order, { reprinted }: Printed): WriteAnswer {
  const answer = parseWritten(text, required);
  if (!answer.parsed) return answer;
  return { parsed: answer.parsed, reprinted, isReprintedWhole: false };
}

/** Place of the concept in whose entry an alias stands. */
function holderOf({ member, correspondence }: Plan, alias: YamlAlias): number | undefined {
  const old = entryOfAlias(member?.node.items ?? [], alias);
  const place = old === undefined ? -1 : correspondence.indexOf(old);
  return place < 0 ? undefined : place;
}

/** Aliases that are left, in members of the document, become what they stood for. */
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
  // Entries with anchors make the document entangled; its members can be edited all the same.
  return editValue(edit, { ...root, entangled: false }, { name: '', to: members, source });
}

/** Places of the concepts that a text does not have as they should be. */
function differingPlaces({ ontology }: Order, written: ParsedOntology | undefined): Set<number> {
  if (!written) return new Set();
  const found = new Map(written.ontology.concepts.map((concept) => [concept.identity, concept]));
  const places = ontology.concepts.flatMap((concept, place) => {
    const match = found.get(concept.identity);
    return match && isSameConcept(match, concept) ? [] : [place];
  });
  return new Set(places);
}

function writeWhole({ ontology, required }: Order): WriteAnswer {
  const entries = ontology.concepts.map((concept) => entryOf(concept, undefined));
  const answer = parseWritten(writeYaml({ ...ontology.members, ontology: entries }), required);
  if (!answer.parsed) return answer;
  const reprinted = ontology.concepts.map(({ identity }) => identity);
  return { parsed: answer.parsed, reprinted, isReprintedWhole: true };
}
