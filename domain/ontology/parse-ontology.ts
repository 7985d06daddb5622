import { positionOf } from '../../lib/yaml-positions.mjs';
import { readYamlTree } from '../../lib/yaml-tree.ts';
import type { YamlAlias, YamlItem, YamlMember, YamlNode } from '../../lib/yaml-tree.ts';
import type { YamlProblem } from '../../lib/yaml.ts';
import { checkOntology } from './check-ontology.ts';
import type { Ontology, RequiredConcepts } from './ontology.ts';
import { nameFindings } from './name-findings.ts';
import type { NamedViolation } from './name-findings.ts';
import { memberNode, readDocument } from './read-document.ts';
import type { Finding } from './finding.ts';

/** One thing that is wrong with a text; `field` reads like `ontology[3].relationships[0].roles[0].concept`, and the message like what follows it. */
export type OntologyViolation = { field: string; message: string; line: number; column: number };

/** An ontology with its text, and where each part of it stands. `concepts[3]` is entry 3 of the tree. */
export type ParsedOntology = {
  text: string;
  root: YamlNode;
  aliases: readonly YamlAlias[];
  ontology: Ontology;
};

export type ParseAnswer =
  | { parsed: ParsedOntology; violations?: undefined }
  | { violations: OntologyViolation[]; parsed?: undefined };

export type WrittenAnswer =
  | { parsed: ParsedOntology; violations?: undefined }
  | { violations: NamedViolation[]; parsed?: undefined };

const mostViolations = 50;

/**
 * Reads untrusted YAML (or JSON) as an ontology, or says everything that is wrong with it, in the order of the text.
 * It never throws, works in the calling thread, and takes time proportional to the text: about 0.1 s per MB.
 */
export function parseOntology(text: string, required?: RequiredConcepts): ParseAnswer {
  const tree = readYamlTree(text);
  if (tree.problem) return { violations: [ofProblem(tree.problem)] };
  // What they stand for is missing where they are: nothing else would be true that is said of such a text.
  const merging = tree.mergeKeys.map((offset) => mergeKeyFinding(tree.root, offset));
  if (merging.length > 0) return { violations: located(text, merging) };
  const { ontology, findings } = readTree(tree.root, required);
  if (findings.length > 0) return { violations: located(text, findings) };
  return { parsed: { text, root: tree.root, aliases: tree.aliases, ontology } };
}

/** Reads a text that we wrote in the same way, and says by names what is wrong with it: nobody has its lines. */
export function parseWritten(text: string, required?: RequiredConcepts): WrittenAnswer {
  const tree = readYamlTree(text);
  if (tree.problem)
    return { violations: [{ field: '', message: ofProblem(tree.problem).message }] };
  const { ontology, findings } = readTree(tree.root, required);
  if (findings.length > 0) {
    return { violations: nameFindings(ontology, firstOf(findings)) };
  }
  return { parsed: { text, root: tree.root, aliases: tree.aliases, ontology } };
}

function readTree(
  root: YamlNode,
  required: RequiredConcepts | undefined,
): { ontology: Ontology; findings: Finding[] } {
  const { ontology, findings, isSound } = readDocument(root);
  // References are only looked up in a document whose entries could all be read.
  return { ontology, findings: isSound ? referenceFindings(root, ontology, required) : findings };
}

function mergeKeyFinding(root: YamlNode, offset: number): Finding {
  const message = 'is a merge key, which is not part of YAML 1.2: write the members out';
  return { field: fieldAt(root, offset, ''), message, offset };
}

/** The path of the member whose name stands at an offset. */
function fieldAt({ members, items }: YamlNode, offset: number, within: string): string {
  const member = members?.find(({ start, node }) => start <= offset && offset <= node.end);
  const place = items?.findIndex(({ start, node }) => start <= offset && offset <= node.end) ?? -1;
  const item = items?.[place];
  if (item) return fieldAt(item.node, offset, `${within}[${place}]`);
  if (!member) return within;
  const path = within === '' ? member.name : `${within}.${member.name}`;
  return offset < member.valueFrom ? path : fieldAt(member.node, offset, path);
}

function firstOf(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => one.offset - other.offset).slice(0, mostViolations);
}

function located(text: string, findings: readonly Finding[]): OntologyViolation[] {
  return firstOf(findings).map(({ field, message, offset, otherOffset }) => {
    const also =
      otherOffset === undefined ? '' : `, first in line ${positionOf(text, otherOffset).line}`;
    return { field, message: message.replace('{first}', also), ...positionOf(text, offset) };
  });
}

/** What is said of the text, by how the problem begins. */
const sentences: readonly [start: string, sentence: string][] = [
  ['duplicated mapping key', 'has the same key twice in one object: remove one of them'],
  ['nesting exceeded', 'nests objects and lists deeper than 64 levels'],
  ['aliases exceeded', 'has more than 100 aliases (*name): write the values out'],
  ['expands to more', 'has aliases (*name) for too many values: write the values out'],
  ['is nested too deep, or refers', 'has an alias (*name) that refers to what it is a part of'],
  ['holds more than one YAML document', 'is more than one YAML document (---): upload one'],
  ['has a key that is no', 'has a key that is no plain text: write a text before the colon'],
  ['holds .inf', 'holds .inf or .nan, which JSON cannot express'],
];

function ofProblem({ message, line, column }: YamlProblem): OntologyViolation {
  const known = sentences.find(([start]) => message.startsWith(start));
  return {
    field: '',
    message: known ? known[1] : `is not YAML: ${message}`,
    line: line ?? 1,
    column: column ?? 1,
  };
}

function referenceFindings(
  root: YamlNode,
  ontology: Ontology,
  required: RequiredConcepts | undefined,
): Finding[] {
  return checkOntology(ontology, required).map(({ path, message, firstPath }) => ({
    field: pathText(path),
    message,
    offset: offsetOf(root, path),
    ...(firstPath && { otherField: pathText(firstPath), otherOffset: offsetOf(root, firstPath) }),
  }));
}

/** Steps from the root of a document: names of members and places in lists. */
export type Path = readonly (string | number)[];

function pathText(path: Path): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`,
    )
    .join('');
}

/** Where a part of the document begins, or the innermost part around it that is written. */
function offsetOf(root: YamlNode, path: Path): number {
  let [node, offset]: [YamlNode | undefined, number] = [root, root.start];
  for (const step of path) {
    const next: YamlItem | YamlMember | undefined =
      typeof step === 'number' ? node?.items?.[step] : memberOrInner(node, step);
    if (!next) return offset;
    [node, offset] = [next.node, 'name' in next ? next.start : next.node.start];
  }
  return offset;
}

/** Members of a nested entry may stand in its `concept`. */
function memberOrInner(node: YamlNode | undefined, name: string): YamlMember | undefined {
  const member = node && memberNode(node, name);
  if (member && !(name === 'concept' && member.node.members)) return member;
  const inner = node && memberNode(node, 'concept')?.node;
  return inner?.members ? memberNode(inner, name === 'concept' ? 'name' : name) : member;
}
