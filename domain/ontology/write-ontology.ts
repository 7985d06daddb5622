import { writeYaml } from '../../lib/yaml.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import type { YamlItem, YamlMember, YamlNode } from '../../lib/yaml-tree.ts';
import { emptyBlockList } from './edit-block.ts';
import { attempt, reindentedValue, spliced } from './edit-text.ts';
import type { Edit, ListChange, Source } from './edit-text.ts';
import { applyListChange, editValue } from './edit-value.ts';
import { entryOf } from './entry-of.ts';
import type { Concept, Ontology, RequiredConcepts } from './ontology.ts';
import { parseOntology } from './parse-ontology.ts';
import type { OntologyViolation, ParsedOntology } from './parse-ontology.ts';
import { printInFlow, printItem, printValue } from './print-parts.ts';
import { memberNode } from './read-document.ts';
import { isSameConcept, isSameOntology, pairEntries } from './same-value.ts';
import { columnOf, lineBreakOf, lineEnd } from './text-lines.ts';

export type WriteAnswer =
  | {
      parsed: ParsedOntology;
      /** Identities of concepts whose entries had to be printed anew, layout and comments included. */
      reprinted: string[];
      /** Nothing of the layout could be kept. */
      isReprintedWhole: boolean;
      violations?: undefined;
    }
  | { violations: OntologyViolation[]; parsed?: undefined };

type Order = {
  /** The text to write into. */
  into: ParsedOntology;
  /** What it shall say. */
  ontology: Ontology;
  /** Where new entries and fields are written already. */
  from?: ParsedOntology | undefined;
  required?: RequiredConcepts | undefined;
};

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

type Plan = {
  /** `ontology` as it is written. */
  member: YamlMember | undefined;
  correspondence: (number | undefined)[];
  /** Places of concepts that are not what the text says. */
  changed: Set<number>;
  changedOrEntangled: Set<number>;
  written: ReadonlyMap<string, { concept: Concept; item: YamlItem }>;
};

function planEntries({ into, ontology, from }: Order): Plan {
  const member = memberNode(into.root, 'ontology');
  const list = member?.node;
  const { pairs } = pairEntries(into.ontology.concepts, ontology.concepts);
  const partners = new Map(pairs.map((pair) => [pair.to, pair.from]));
  const places = new Map(into.ontology.concepts.map((concept, place) => [concept, place]));
  const [changed, changedOrEntangled] = [new Set<number>(), new Set<number>()];
  const correspondence = ontology.concepts.map((concept, place) => {
    const partner = partners.get(concept);
    const old = partner && places.get(partner);
    const isChanged = partner !== undefined && !isSameConcept(partner, concept);
    if (isChanged) changed.add(place);
    if (isChanged || list?.items?.[old ?? -1]?.node.entangled) changedOrEntangled.add(place);
    return old;
  });
  return { member, correspondence, changed, changedOrEntangled, written: entriesOf(from) };
}

function entriesOf(from: ParsedOntology | undefined): Plan['written'] {
  const list = from && memberNode(from.root, 'ontology')?.node;
  return new Map(
    from?.ontology.concepts.flatMap((concept, place) => {
      const item = list?.items?.[place];
      return item && list?.style === 'block'
        ? [[concept.identity, { concept, item }] as const]
        : [];
    }),
  );
}

/** Writes with these entries printed anew; undefined when the list itself cannot be spliced. */
function tryWriting(
  order: Order,
  plan: Plan,
  places: ReadonlySet<number>,
): WriteAnswer | undefined {
  const { into, ontology, required } = order;
  const { root, text } = into;
  const lineBreak = lineBreakOf(text);
  const isEnded = text.endsWith('\n');
  const ended = isEnded ? text : text + lineBreak;
  const edit: Edit = { text: ended, lineBreak, splices: [], value: editValue };
  const list = plan.member?.node;
  if (!list) return undefined;
  const members = { ontology: list.value, ...ontology.members };
  const source = order.from && { text: order.from.text, node: order.from.root };
  if (!editMembers(edit, root, members, source)) return undefined;
  const reprinted: string[] = [];
  if (!editConcepts(edit, order, plan, { places, reprinted })) return undefined;
  const written = spliced(edit);
  const answer = parseOntology(isEnded ? written : written.replace(/\r?\n$/, ''), required);
  if (!answer.parsed) return answer;
  return { parsed: answer.parsed, reprinted, isReprintedWhole: false };
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

type Reprinting = { places: ReadonlySet<number>; reprinted: string[] };

function editConcepts(
  edit: Edit,
  { ontology, from }: Order,
  plan: Plan,
  { places, reprinted }: Reprinting,
): boolean {
  const { member, correspondence, changed } = plan;
  if (!member) return false;
  const list = member.node;
  const itemOf = (place: number): YamlNode | undefined =>
    list.items?.[correspondence[place] ?? -1]?.node;
  const to = ontology.concepts.map((concept, place): Json => {
    const isUntouched =
      correspondence[place] !== undefined && !changed.has(place) && !places.has(place);
    return isUntouched ? null : entryOf(concept, itemOf(place));
  });
  const written = (place: number): Source | undefined => {
    const found = plan.written.get(ontology.concepts[place]?.identity ?? '');
    return found && from && { text: from.text, node: found.item.node, dash: found.item.start };
  };
  const change: ListChange = {
    to,
    correspondence,
    sourceOf: (place) => (isWritten(plan, ontology.concepts[place]) ? written(place) : undefined),
    entry: (node, place) => {
      const value = to[place] ?? null;
      if (value === null) return true;
      const asked = { name: '', to: value, source: written(place) };
      if (!places.has(place) && editValue(edit, node, asked)) return true;
      reprinted.push(ontology.concepts[place]?.identity ?? '');
      return reprint(edit, node, value, list.style === 'flow');
    },
  };
  if (to.length === 0 && list.items?.length === 0) return true;
  return applyListChange(edit, list, change) || refill(edit, member, change);
}

function isWritten({ written }: Plan, wanted: Concept | undefined): boolean {
  if (!wanted) return false;
  const found = written.get(wanted.identity);
  return found !== undefined && isSameConcept(found.concept, wanted);
}

function reprint(edit: Edit, { start, end }: YamlNode, value: Json, isInFlow: boolean): boolean {
  if (isInFlow) {
    edit.splices.push({ start, end, text: printInFlow(value, true) });
    return true;
  }
  const text = reindentedValue(printValue(value), columnOf(edit.text, start), edit.lineBreak);
  // What stands behind it in its last line would become part of a text over several lines.
  edit.splices.push({ start, end: lineEnd(edit.text, end), text });
  return true;
}

/** A list of which nothing stays, or in which nothing was. */
function refill(
  edit: Edit,
  { node, valueFrom }: YamlMember,
  { to, correspondence }: ListChange,
): boolean {
  if (correspondence.some((old) => old !== undefined)) return false;
  const isEmptied = to.length === 0 && node.style === 'block';
  if (isEmptied && attempt(edit, () => emptyBlockList(edit, node, valueFrom))) return true;
  const isJson =
    node.style === 'flow' && edit.text.replace('\uFEFF', '').trimStart().startsWith('{');
  if (isJson || to.length === 0) {
    edit.splices.push({ start: valueFrom, end: node.end, text: ` ${JSON.stringify(to)}` });
    return true;
  }
  const column = node.style === 'flow' ? 2 : columnOf(edit.text, node.start);
  const indent = ' '.repeat(column);
  const lines = to.map((value) =>
    reindentedValue(indent + printItem(value), column, edit.lineBreak),
  );
  const text = edit.lineBreak + lines.join(edit.lineBreak);
  edit.splices.push({ start: valueFrom, end: node.end, text });
  return true;
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
  const answer = parseOntology(writeYaml({ ...ontology.members, ontology: entries }), required);
  if (!answer.parsed) return answer;
  const reprinted = ontology.concepts.map(({ identity }) => identity);
  return { parsed: answer.parsed, reprinted, isReprintedWhole: true };
}
