import { documentKinds } from '../kinds/index.ts';
import { semanticConcept } from '../semantics/semantic-concept.ts';

/** What a text can filter by, as `team:checkout`; `owner` and `kind` are other names of `team` and `type`. */
export const filterNames = [
  'type',
  'team',
  'domain',
  'tag',
  'status',
  'portType',
  'classification',
  'quality',
  'certification',
  'concept',
  'archetype',
  'integration',
  'pii',
] as const;
export type FilterName = (typeof filterNames)[number];

const otherNames: Readonly<Record<string, FilterName>> = {
  owner: 'team',
  kind: 'type',
  port: 'portType',
};

/** Values of filters in a text, in its order; several values of a filter are alternatives. */
export type TextFilters = { [Name in FilterName]?: string[] };

/** Maximum number of filters in a text; more stay words. */
const maxFilters = 20;

const filterPattern =
  /(?<![^\s(])([A-Za-z]+):(?:"([^"]*)"|([^\s":/][^\s"]*?))(?=[\s)]|[,;.?!]*(?:\s|$))/g;

/**
 * Takes filters such as `status:active` or `team:"Web Shop"` out of a text. A name that is no filter, and a value that a filter
 * cannot have, stay words: a text may hold `urn:x:y`.
 */
export function readFilters(text: string): { words: string; filters: TextFilters } {
  const filters: TextFilters = {};
  let count = 0;
  const words = text.replace(
    filterPattern,
    (found, name: string, quoted?: string, plain?: string) => {
      const filter = filterNamed(name);
      const values =
        filter && readValues(filter, quoted === undefined ? plain?.split(',') : [quoted]);
      if (filter === undefined || values === undefined || count === maxFilters) return found;
      count += 1;
      filters[filter] = [...(filters[filter] ?? []), ...values];
      return ' ';
    },
  );
  return { words: count === 0 ? text : words.replace(/\s+/g, ' ').trim(), filters };
}

function filterNamed(text: string): FilterName | undefined {
  const name = text.toLowerCase();
  return filterNames.find((known) => known.toLowerCase() === name) ?? ownOf(otherNames, name);
}

function ownOf<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

const yesOrNo: Readonly<Record<string, string>> = {
  yes: 'yes',
  true: 'yes',
  no: 'no',
  false: 'no',
};

/** The values as the filter knows them; undefined if one of them is no value of the filter. */
function readValues(name: FilterName, texts: readonly string[] = []): string[] | undefined {
  const values = texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      if (name === 'pii') return ownOf(yesOrNo, text.toLowerCase());
      return name === 'type' ? kindNamed(text) : text;
    });
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 || known.length < values.length ? undefined : known;
}

const kinds = [...documentKinds, semanticConcept].map(({ name, title }) => ({
  name,
  names: [name, title, name.replace(/^(?:data|semantic)-/, '')].map(plainName),
}));

/** `product`, `data-product`, `DATA_PRODUCT` and `contracts` are names of kinds. */
function kindNamed(text: string): string | undefined {
  const name = plainName(text);
  return kinds.find(({ names }) => names.includes(name) || names.includes(name.replace(/s$/, '')))
    ?.name;
}

function plainName(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}
