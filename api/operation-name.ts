/** The operationId of a verb and a noun: `listDataContracts` of `list` and `data contracts`. */
export function operationName(verb: string, noun: string): string {
  const words = noun.split(' ').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return verb + words.join('');
}
