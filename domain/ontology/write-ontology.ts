import { writeYaml } from '../../lib/yaml.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import type { YamlNode } from '../../lib/yaml-tree.ts';
import { reindentedValue, spliced } from './edit-text.ts';
import type { Edit, ListChange, Source } from './edit-text.ts';
import { applyListChange, editValue } from './edit-value.ts';
import { entryOf } from './entry-of.ts';
import type { Concept, Ontology, RequiredConcepts } from './ontology.ts';
import { parseOntology } from './parse-ontology.ts';
import type { OntologyViolation, ParsedOntology } from './parse-ontology.ts';
import { printInFlow, printItem, printValue } from './print-parts.ts';
import { memberNode } from './read-document.ts';
import { isSameConcept, isSameOntology, pairEntries } from './same-value.ts';
import { columnOf, lineBreakOf } from './text-lines.ts';

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
  list: YamlNode | undefined;
  correspondence: (number | undefined)[];
  /** Places of concepts that are not what the text says. */
  changed: Set<number>;
  changedOrEntangled: Set<number>;
  written: ReadonlyMap<string, { concept: Concept; node: YamlNode }>;
};

function planEntries({ into, ontology, from }: Order): Plan {
  const list = memberNode(into.root, 'ontology')?.node;
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
  return { list, correspondence, changed, changedOrEntangled, written: entriesOf(from) };
}

function entriesOf(from: ParsedOntology | undefined): Plan['written'] {
  const items = from && memberNode(from.root, 'ontology')?.node.items;
  return new Map(
    from?.ontology.concepts.flatMap((concept, place) => {
      const node = items?.[place]?.node;
      return node ? [[concept.identity, { concept, node }] as const] : [];
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
  const edit: Edit = { text, lineBreak: lineBreakOf(text), splices: [], value: editValue };
  const list = plan.list;
  if (!list) return undefined;
  const members = { ontology: list.value, ...ontology.members };
  const source = order.from && { text: order.from.text, node: order.from.root };
  if (!editMembers(edit, root, members, source)) return undefined;
  const reprinted: string[] = [];
  if (!editConcepts(edit, order, plan, { places, reprinted })) return undefined;
  const answer = parseOntology(spliced(edit), required);
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
  const { list, correspondence, changed } = plan;
  if (!list) return false;
  const itemOf = (place: number): YamlNode | undefined =>
    list.items?.[correspondence[place] ?? -1]?.node;
  const to = ontology.concepts.map((concept, place): Json => {
    const isUntouched =
      correspondence[place] !== undefined && !changed.has(place) && !places.has(place);
    return isUntouched ? null : entryOf(concept, itemOf(place));
  });
  const written = (place: number): Source | undefined => {
    const found = plan.written.get(ontology.concepts[place]?.identity ?? '');
    return found && from && { text: from.text, node: found.node };
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
  return applyListChange(edit, list, change) || refill(edit, list, change);
}

function isWritten({ written }: Plan, wanted: Concept | undefined): boolean {
  if (!wanted) return false;
  const found = written.get(wanted.identity);
  return found !== undefined && isSameConcept(found.concept, wanted);
}

function reprint(edit: Edit, node: YamlNode, value: Json, isInFlow: boolean): boolean {
  const column = columnOf(edit.text, node.start);
  const text = isInFlow
    ? printInFlow(value, true)
    : reindentedValue(printValue(value), column, edit.lineBreak);
  edit.splices.push({ start: node.start, end: node.end, text });
  return true;
}

/** A list of which nothing stays, or in which nothing was. */
function refill(edit: Edit, list: YamlNode, { to }: ListChange): boolean {
  if (to.length === 0 || list.style === 'flow') {
    const isJson = edit.text.trimStart().startsWith('{') || to.length === 0;
    const lines = to.map((value) => reindentedValue(`  ${printItem(value)}`, 2, edit.lineBreak));
    const text = isJson ? JSON.stringify(to) : edit.lineBreak + lines.join(edit.lineBreak);
    edit.splices.push({ start: list.start, end: list.end, text });
    return true;
  }
  const column = columnOf(edit.text, list.start);
  const lines = to.map((value) => reindentedValue(printItem(value), column, edit.lineBreak));
  const text = lines.join(edit.lineBreak + ' '.repeat(column));
  edit.splices.push({ start: list.start, end: list.end, text });
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
