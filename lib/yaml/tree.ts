import { constructFromEvents, CORE_SCHEMA, EVENT_ID, parseEvents } from 'js-yaml';
import type { AliasEvent, Event, MappingEvent, ScalarEvent, SequenceEvent } from 'js-yaml';
import type { Json, JsonObject } from '../json/json.ts';
import { afterColon, skipFlow, skipGap } from './gaps.ts';
import { documentStart, positionOf } from './positions.mjs';
import { blockTextSpan, isMergeKey, nameOf } from './scalars.ts';
import { describeYamlError } from './parse.mjs';
import type { YamlProblem } from './parse.mjs';

/** `text` is a block scalar (`|` or `>`), `empty` a value without any text. */
export type YamlStyle = 'block' | 'flow' | 'plain' | 'quoted' | 'text' | 'alias' | 'empty';

/** A value and its span: from `start` (an anchor or tag included) to before `end`, without trailing line breaks. */
export type YamlNode = {
  start: number;
  end: number;
  style: YamlStyle;
  value: Json;
  /** True if an anchor, tag or alias is part of the value: its meaning would change elsewhere. */
  entangled: boolean;
  members?: YamlMember[];
  items?: YamlItem[];
};

/** `start` is the offset of the name, `valueFrom` the offset after its colon. */
export type YamlMember = { name: string; start: number; valueFrom: number; node: YamlNode };

/** `start` is the offset of the dash in a block list. */
export type YamlItem = { start: number; node: YamlNode };

/** An alias (`*name`), and the offset of the anchor (`&name`) that it refers to. */
export type YamlAlias = { start: number; end: number; value: Json; anchor: number };

/** The other parts of a tree; `mergeKeys` are the offsets of unquoted `<<`, which YAML 1.2 does not define. */
type Marked = { aliases: YamlAlias[]; mergeKeys: number[] };

export type YamlTree =
  | (Marked & { root: YamlNode; problem?: undefined })
  | { problem: YamlProblem };

/** The limits of `parseYaml`, except that large documents are allowed as long as aliases do not multiply them. */
const limits = { maxDepth: 64, maxAliases: 100, maxAliasedNodes: 200_000 };

/**
 * Reads untrusted YAML 1.2 (core schema, one document, trailing empty documents tolerated) into a tree with the offsets of
 * everything, or describes what is wrong and where. Time and memory are proportional to the text, in the calling process: about
 * 0.07 s per MB.
 */
export function readYamlTree(text: string): YamlTree {
  try {
    const events = parseEvents(text, { maxDepth: limits.maxDepth });
    const values = constructFromEvents(events, {
      schema: CORE_SCHEMA,
      source: text,
      maxAliases: limits.maxAliases,
    });
    const further = values.findIndex((value, index) => index > 0 && (value ?? null) !== null);
    if (further > 0) {
      const start = documentStart(events, further) ?? 0;
      throw new Unreadable(
        'holds more than one YAML document: split it at its lines ---, and send each document by itself',
        start,
      );
    }
    if (values.length === 0) return { root: emptyAt(0), aliases: [], mergeKeys: [] };
    return buildTree(text, events, values[0] as Json);
  } catch (error) {
    if (!(error instanceof Unreadable)) return { problem: describeYamlError(error, text) };
    const { message, offset } = error;
    return { problem: { message, breaksRule: true, ...positionOf(text, offset) } };
  }
}

class Unreadable extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

type Anchor = { nodes: number; open: boolean; start: number };

/** The position of the walk over the events, and the values of anchors. */
type Walk = {
  text: string;
  events: readonly Event[];
  next: number;
  nodes: number;
  aliasedNodes: number;
  anchors: Map<string, Anchor>;
  marked: Marked;
};

function buildTree(
  text: string,
  events: readonly Event[],
  value: Json,
): Marked & { root: YamlNode } {
  const marked: Marked = { aliases: [], mergeKeys: [] };
  const counts = { next: 1, nodes: 0, aliasedNodes: 0 };
  const walk: Walk = { text, events, ...counts, anchors: new Map(), marked };
  return { root: readNode(walk, value, text.startsWith('\uFEFF') ? 1 : 0), ...marked };
}

const emptyAt = (offset: number): YamlNode => ({
  start: offset,
  end: offset,
  style: 'empty',
  value: null,
  entangled: false,
});

/** Reads the next value; `from` is its offset if it is empty. */
function readNode(walk: Walk, value: Json, from: number): YamlNode {
  const event = walk.events[walk.next++];
  walk.nodes += 1;
  if (!event || event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT)
    return emptyAt(from);
  if (event.type === EVENT_ID.ALIAS) return readAlias(walk, event, value);
  const before = walk.nodes;
  const anchor = openAnchor(walk, event);
  const node = readWritten(walk, event, value, from);
  if (anchor) {
    anchor.open = false;
    anchor.nodes = walk.nodes - before + 1;
  }
  return node;
}

function readWritten(
  walk: Walk,
  event: MappingEvent | ScalarEvent | SequenceEvent,
  value: Json,
  from: number,
): YamlNode {
  const node =
    event.type === EVENT_ID.SCALAR
      ? readScalar(walk, event, value, from)
      : readCollection(walk, event, value);
  if (event.anchorStart >= 0 || event.tagStart >= 0) {
    node.entangled = true;
    if (event.anchorStart >= 0) node.start = Math.min(node.start, event.anchorStart - 1);
    if (event.tagStart >= 0) node.start = Math.min(node.start, event.tagStart);
    node.end = Math.max(node.end, event.anchorEnd, event.tagEnd);
  }
  return node;
}

function openAnchor(
  walk: Walk,
  { anchorStart, anchorEnd }: { anchorStart: number; anchorEnd: number },
): Anchor | undefined {
  if (anchorStart < 0) return undefined;
  const anchor = { nodes: 0, open: true, start: anchorStart - 1 };
  walk.anchors.set(walk.text.slice(anchorStart, anchorEnd), anchor);
  return anchor;
}

/** An alias counts as all values that it expands to: a few nested aliases can mean gigabytes. */
function readAlias(walk: Walk, event: AliasEvent, value: Json): YamlNode {
  const start = event.anchorStart - 1;
  const anchor = walk.anchors.get(walk.text.slice(event.anchorStart, event.anchorEnd));
  if (anchor?.open) throw new Unreadable('is nested too deep, or refers to itself', start);
  walk.nodes += anchor?.nodes ?? 0;
  walk.aliasedNodes += anchor?.nodes ?? 0;
  if (walk.aliasedNodes > limits.maxAliasedNodes) {
    const max = limits.maxAliasedNodes;
    throw new Unreadable(`expands to more than ${max} further values by its aliases`, start);
  }
  const end = event.anchorEnd;
  walk.marked.aliases.push({ start, end, value, anchor: anchor?.start ?? start });
  return { start, end, style: 'alias', value, entangled: true };
}

const scalarStyles: readonly YamlStyle[] = ['empty', 'plain', 'quoted', 'quoted', 'text', 'text'];

function readScalar(walk: Walk, event: ScalarEvent, value: Json, from: number): YamlNode {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new Unreadable('holds .inf or .nan, which JSON cannot express', event.valueStart);
  }
  if (event.valueStart < 0) return { ...emptyAt(from), value };
  const style = scalarStyles[event.style] ?? 'plain';
  const quote = style === 'quoted' ? 1 : 0;
  const span =
    style === 'text'
      ? blockTextSpan(walk.text, event, from)
      : { start: event.valueStart - quote, end: event.valueEnd + quote };
  return { ...span, style, value, entangled: false };
}

function readCollection(walk: Walk, event: MappingEvent | SequenceEvent, value: Json): YamlNode {
  const flow = event.style === 2;
  const node: YamlNode = {
    start: event.start,
    end: event.start + 1,
    style: flow ? 'flow' : 'block',
    value,
    entangled: false,
  };
  if (event.type === EVENT_ID.MAPPING) node.members = readMembers(walk, node, flow);
  else node.items = readItems(walk, node, flow);
  walk.next += 1;
  if (flow) node.end = skipFlow(walk.text, node.end) + 1;
  return node;
}

function readMembers(walk: Walk, map: YamlNode, flow: boolean): YamlMember[] {
  const members: YamlMember[] = [];
  const values = map.value as JsonObject;
  while (walk.events[walk.next]?.type !== EVENT_ID.POP) {
    const event = keyEvent(walk, map);
    const key = readNode(walk, '', map.end);
    const name = nameOf(walk.text, event);
    const valueFrom = afterColon(walk.text, key.end);
    const node = readNode(walk, values[name] ?? null, valueFrom);
    members.push({ name, start: key.start, valueFrom, node });
    map.entangled ||= key.entangled || node.entangled;
    map.end = Math.max(map.end, node.end);
  }
  const start = members[0]?.start ?? map.start;
  if (!flow) map.start = Math.min(map.start, start);
  return members;
}

function keyEvent(walk: Walk, map: YamlNode): ScalarEvent {
  const event = walk.events[walk.next];
  if (event?.type === EVENT_ID.SCALAR) {
    if (isMergeKey(walk.text, event)) walk.marked.mergeKeys.push(event.valueStart);
    return event;
  }
  const at = event?.type === EVENT_ID.ALIAS ? event.anchorStart - 1 : map.end;
  throw new Unreadable('has a key that is not a string', at);
}

function readItems(walk: Walk, list: YamlNode, flow: boolean): YamlItem[] {
  const items: YamlItem[] = [];
  const values = list.value as Json[];
  while (walk.events[walk.next]?.type !== EVENT_ID.POP) {
    const gap = skipGap(walk.text, list.end - (items.length === 0 && !flow ? 1 : 0));
    const node = readNode(walk, values[items.length] ?? null, gap + (flow ? 0 : 1));
    items.push({ start: flow ? node.start : gap, node });
    list.entangled ||= node.entangled;
    list.end = Math.max(list.end, node.end);
  }
  return items;
}
