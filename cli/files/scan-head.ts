import { standardOf } from './local-document.ts';
import type { DocumentHead } from './local-document.ts';

/** Members at the beginning of a line belong to the document itself: in YAML everything inside of them is indented. */
const member =
  /^(id|externalId|kind|parent|resource|dataContractSpecification|dataProductSpecification)[ \t]*:[ \t]*(.*)$/gm;

/** A value that means the same in every reading: no number, no reserved word, no anchor, no escape. */
const plainValue = /^(?:([A-Za-z][\w./-]*)|'([^'\\]+)'|"([^"\\]+)")[ \t]*(?:[ \t]#.*)?\r?$/;
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
const severalDocuments = /^(?:---|\.\.\.)/gm;
const startsWithMember = /^(?:[ \t]*(?:#.*)?\r?\n|---[ \t]*\r?\n)*[A-Za-z_"'][^\n]*:/;

/**
 * Reads the head of a YAML text without parsing it, which takes 50 times as long; undefined for a text of another form, which has to
 * be parsed.
 */
export function scanHead(text: string): DocumentHead | undefined {
  const members = isOneMapping(text) ? scanMembers(text) : undefined;
  const id = members?.['id'] ?? members?.['externalId'];
  if (!members || id === undefined) return undefined;
  return { resource: standardOf(members), id, parent: members['parent'] };
}

function isOneMapping(text: string): boolean {
  const [first, ...others] = text.matchAll(severalDocuments);
  const startsWithMark = first === undefined || text.slice(0, first.index).trim() === '';
  return others.length === 0 && startsWithMark && startsWithMember.test(text);
}

function scanMembers(text: string): Record<string, string> | undefined {
  const members: Record<string, string> = {};
  for (const [, name = '', written = ''] of text.matchAll(member)) {
    const value = readPlain(written);
    if (value === undefined || name === 'resource' || name in members) return undefined;
    members[name] = value;
  }
  return members;
}

function readPlain(written: string): string | undefined {
  const [, plain, single, double] = plainValue.exec(written) ?? [];
  if (plain !== undefined && reserved.test(plain)) return undefined;
  return plain ?? single ?? double;
}
