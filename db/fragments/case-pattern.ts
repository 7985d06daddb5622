/**
 * A regular expression of Postgres that matches this text in any case. It names both cases of each letter, because the case rules
 * of Postgres depend on the locale of the database, and the locale C has cases only for letters of ASCII.
 */
export function casePattern(text: string): string {
  return Array.from(text.normalize('NFC'), anyCase).join('');
}

function anyCase(character: string): string {
  const cases = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  const escaped = [...cases].map((each) => each.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`));
  return escaped.length === 1 ? (escaped[0] ?? '') : `(?:${escaped.join('|')})`;
}
