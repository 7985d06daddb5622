/** `a team`, `an asset`: by the first letter, which suffices for the nouns of the API. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
