import { readTerms } from './words.ts';
import type { Term } from './words.ts';

/** A team that a sentence names as owner or domain. */
export type NamedTeam = {
  /** Id or name, in any case; may list several teams: `Marketing and Checkout`. */
  name: string;
  /** The names in such a list; the same name if it is no list. */
  parts: string[];
};

/** What a sentence asks for: a kind of documents, the teams that own them, a tag, and words. Everything named must hold. */
export type Request = {
  kind: string | undefined;
  /** `which product has` prefers products; `which products have` asks for nothing else. */
  preferredKind: string | undefined;
  owner: NamedTeam | undefined;
  /** `of Marketing` names an owner only if there is such a team; `owned by Marketing` always does. */
  isOwnerCertain: boolean;
  /** A team above the owner, or the owner. */
  domain: NamedTeam | undefined;
  tag: string | undefined;
  /** The remaining words; may be empty. */
  terms: Term[];
};

/** Words that say nothing about what is searched. */
const stopWords = new Set(
  (
    'a about after all also am an and any anything are as at available be been before belong belonging belongs by called can ' +
    'concerning contain containing contains could data dataset datasets describe describing did do does done during each ' +
    'every everything everybody find for from get give had happen happened happening has have he help her his how i if in ' +
    'info information into is it its just know known like list look looking me mean means more most much my named need needs ' +
    'not of on one only or our out owned please related relating relevant search see shall she should show shows so some ' +
    'something store stored table tables tell than that the their them then there these they thing things this those to us ' +
    'use used using very want wants was we were what when where whether which while who whom whose why will with within ' +
    'would you your'
  ).split(' '),
);

/** Phrases that name a kind of document in every text. */
const kindPhrases: readonly (readonly [RegExp, string])[] = [
  [/\bdata[ -]?contracts?\b/i, 'data-contract'],
  [/\bdata[ -]?products?\b/i, 'data-product'],
  [/\bsource systems?\b/i, 'source-system'],
  [/\bdata assets?\b/i, 'asset'],
];

const nouns = [
  ['contract', 'data-contract'],
  ['product', 'data-product'],
  ['team', 'team'],
  ['tag', 'tag'],
  ['definition', 'definition'],
  ['asset', 'asset'],
] as const;

/** Nouns that name a kind only in a request: the plural, or the singular after `all`, `find` or `list`. */
const kindNouns = nouns.map(([noun, kind]): readonly [RegExp, string] => [
  new RegExp(
    `(?<![\\w-])(?:${noun}s|(?<=\\b(?:all|find|list)(?: an?| the)? )${noun})(?![\\w-])`,
    'i',
  ),
  kind,
]);

/** Nouns that may be words like all others: `which product has …`, `contract for …`. */
const likelyNouns = nouns.map(([noun, kind]): readonly [RegExp, string] => [
  new RegExp(
    `(?<=\\b(?:which|what) )${noun}(?![\\w-])|(?<=^(?:an? |the )?)${noun}(?= (?:about|for|of|that|which|with)\\b)`,
    'i',
  ),
  kind,
]);

/** First words of a request that may be as short as `Find contracts`. */
const requestStart = /^(?:all|find|get|give|list|search|see|show|what|which)\b/i;

/** The end of a name: the end of the sentence, or a word that begins another condition. */
const end = String.raw`[\s.?!]*$`;
const nextWords =
  'about|concerning|contain|containing|contains|describing|for|in|related|relating|tagged|that|which|with';

/** `in domain Sales`, `of the Sales domain`. */
const domainPhrase = new RegExp(
  String.raw`\b(?:in|of|from)(?: the)? (?:domain +(\S.*?)(?= (?:${nextWords}|owned)\b|${end})|(\S+) domain\b)`,
  'i',
);

/** `owned by Marketing`, `of team Marketing`. */
const ownerPhrase = new RegExp(
  String.raw`\b(?:owned by|(?:of|from|by|to)(?: the)? team) +(\S.*?)(?= (?:${nextWords})\b|${end})`,
  'i',
);

/** `of Marketing`, `belonging to the marketing team`: perhaps an owner. */
const possibleOwnerPhrase = new RegExp(
  String.raw`\b(?:of|from|by|belong(?:s|ing)? to) +(\S.*?)(?= (?:${nextWords}|of|from|by)\b|${end})`,
  'gi',
);

/** `with tag pii`, `tagged "pii"`. */
const tagPhrase =
  /\b(?:with(?: the)? tag|tagged(?: with| as)?) +(?:"([^"]+)"|'([^']+)'|(\S+?)(?=[.,?!]*(?: |$)))/i;

const maxLength = 2_000;
const maxPossibleOwners = 5;
const maxParts = 10;

/** The requests that a sentence may mean, the most specific first; none if it is no sentence or asks for nothing. */
export function readSentence(text: string): Request[] {
  const sentence = text.slice(0, maxLength).replace(/\s+/g, ' ').trim();
  const certain = ownerPhrase.exec(sentence);
  if (certain) return readRequest(sentence, certain, true);
  const possible = isRequest(sentence) ? [...sentence.matchAll(possibleOwnerPhrase)] : [];
  return [
    ...possible.slice(0, maxPossibleOwners).flatMap((found) => readRequest(sentence, found, false)),
    ...readRequest(sentence, undefined, false),
  ];
}

/** True if the text may ask for a kind by a noun, which its documents need not have. */
export function prefersKind(text: string): boolean {
  return readSentence(text).some(({ preferredKind }) => preferredKind !== undefined);
}

function readRequest(
  sentence: string,
  ownerFound: RegExpExecArray | undefined,
  isOwnerCertain: boolean,
): Request[] {
  const withoutOwner = ownerFound ? sentence.replace(ownerFound[0], ' ') : sentence;
  const [domain, withoutDomain] = take(withoutOwner, domainPhrase);
  const [tag, withoutTag] = take(withoutDomain, tagPhrase);
  const asked = isRequest(sentence);
  const kind = findKind(withoutTag, asked);
  const terms = contentOf(kind ? withoutTag.replace(kind.phrase, ' ') : withoutTag);
  const conditions = [ownerFound, domain, tag, asked ? kind : undefined];
  const asksForSomething = terms.length > 0 || conditions.some((found) => found !== undefined);
  if (!asksForSomething || terms.length === readTerms(sentence).length) return [];
  const [owner, above] = [ownerFound?.[1], domain].map(toNamedTeam);
  return [{ ...askedKind(kind, terms), owner, isOwnerCertain, domain: above, tag, terms }];
}

/** True for `Find contracts` and `Which teams do we have?`; false for one or two plain words. */
function isRequest(sentence: string): boolean {
  const words = readTerms(sentence);
  const hasStopWord = words.some(({ word }) => stopWords.has(word));
  return hasStopWord && words.length > 1 && (words.length > 2 || requestStart.test(sentence));
}

type Kind = { phrase: RegExp; name: string; isLikely?: boolean };

/** A likely kind is preferred; without words there is nothing that documents of other kinds could have. */
function askedKind(
  kind: Kind | undefined,
  terms: readonly Term[],
): Pick<Request, 'kind' | 'preferredKind'> {
  const isPreferred = kind?.isLikely === true && terms.length > 0;
  return isPreferred
    ? { kind: undefined, preferredKind: kind.name }
    : { kind: kind?.name, preferredKind: undefined };
}

/** The kind that the text names first; nouns count only in a request without a phrase, likely ones without others. */
function findKind(text: string, isNounAllowed: boolean): Kind | undefined {
  const named = firstOf(text, kindPhrases);
  if (named || !isNounAllowed) return named;
  const likely = firstOf(text, likelyNouns);
  return firstOf(text, kindNouns) ?? (likely && { ...likely, isLikely: true });
}

function firstOf(text: string, phrases: readonly (readonly [RegExp, string])[]): Kind | undefined {
  const found = phrases
    .map(([phrase, name]) => ({ phrase, name, index: text.search(phrase) }))
    .filter(({ index }) => index >= 0);
  return found.toSorted((a, b) => a.index - b.index)[0];
}

/** The name in a phrase, and the text without the phrase. */
function take(text: string, phrase: RegExp): [string | undefined, string] {
  const found = phrase.exec(text);
  if (!found) return [undefined, text];
  return [found.slice(1).find((name) => name !== undefined), text.replace(found[0], ' ')];
}

function toNamedTeam(text: string | undefined): NamedTeam | undefined {
  if (text === undefined) return undefined;
  const name = plainName(text.replace(/,? (?:and|or)$/i, ''));
  const parts = name.split(/ *, *(?:and |or )?| (?:and|or) /i).map(plainName);
  return { name, parts: parts.filter((part) => part !== '').slice(0, maxParts) };
}

/** The name without quotes, `the` and `team`. */
const plainName = (text: string): string =>
  text
    .replace(/["']/g, '')
    .replace(/^(?:the )?(?:team )?/i, '')
    .replace(/ teams?$/i, '')
    .trim();

const contentOf = (text: string): Term[] =>
  readTerms(text).filter(({ word }) => !stopWords.has(word));
