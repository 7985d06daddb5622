/** A value of a document as people read it: texts as they are, lists with commas, objects as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    return value.map(String).join(', ');
  }
  return JSON.stringify(value, undefined, 2);
}
