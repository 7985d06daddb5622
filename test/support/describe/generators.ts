import { typeSystems } from '../../../domain/dialects/types/type-systems.ts';
import { generators } from '../../../jobs/code-generation/generators/catalogue.ts';
import type { GeneratorInfo } from '../../../jobs/code-generation/generator.ts';
import { differences } from '../../unit/code-generation/differences/index.ts';

const code = (text: string): string => `\`${text}\``;
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** The formats in the form of `GET /api/generators`; a test keeps `docs/generators.md` up to date. */
export function describeGenerators(): string {
  return [
    row(['`type`', 'What it gives', 'Languages', '`dialect`', '`compat`']),
    row(['---', '---', '---', '---', '---']),
    ...generators.map((generator) =>
      row([
        code(generator.type),
        `${generator.description}.`,
        generator.languages.join(', '),
        dialectsOf(generator),
        generator.variants.map(code).join(', '),
      ]),
    ),
    '',
    `All dialects are ${Object.keys(typeSystems).map(code).join(', ')}.`,
  ].join('\n');
}

function dialectsOf({ dialects }: GeneratorInfo): string {
  if (dialects.length === Object.keys(typeSystems).length) return 'all';
  return dialects.map(code).join(', ');
}

/** Intended differences from the reference; each row is a rule with a test. */
export function describeDifferences(): string {
  return [
    row(['Format', 'Difference', 'Why']),
    row(['---', '---', '---']),
    ...differences.map(({ format, rule, reason }) => row([code(format), rule, reason])),
  ].join('\n');
}
