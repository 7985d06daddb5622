import { typeSystems } from '../../domain/dialects/type-systems.ts';
import { generators } from '../../jobs/code-generation/generators/index.ts';
import type { Generator } from '../../jobs/code-generation/generator.ts';
import { differences } from '../unit/code-generation/differences/index.ts';

const code = (text: string): string => `\`${text}\``;
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** The formats, as `GET /api/generators` lists them; a test keeps `docs/generators.md` fresh. */
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

function dialectsOf({ dialects }: Generator): string {
  if (dialects.length === Object.keys(typeSystems).length) return 'all';
  return dialects.map(code).join(', ');
}

/** What is meant to differ from the reference; each row is a rule that a test holds to. */
export function describeDifferences(): string {
  return [
    row(['Format', 'Difference', 'Why']),
    row(['---', '---', '---']),
    ...differences.map(({ format, rule, reason }) => row([code(format), rule, reason])),
  ].join('\n');
}
