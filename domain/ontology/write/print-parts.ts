import { writeYaml } from '../../../lib/yaml/yaml.ts';
import type { Json } from '../../../lib/json/json.ts';

/** `name: value` in block style, at column 0 and without a trailing line break. */
export function printMember(name: string, value: Json): string {
  return withoutBreak(writeYaml({ [name]: value }));
}

/** `- value` in block style, at column 0 and without a trailing line break. */
export function printItem(value: Json): string {
  return withoutBreak(writeYaml([value]));
}

/** The text after the colon of a name at column 0: a space and a value, or lines. */
export function printBehindColon(value: Json): string {
  return printMember('k', value).slice('k:'.length);
}

/** The value in block style, at column 0 and without a trailing line break. */
export function printValue(value: Json): string {
  return withoutBreak(writeYaml(value));
}

const withoutBreak = (text: string): string => text.replace(/\n$/, '');

/** Words that need no quotes in a flow collection, for readers of YAML 1.1 too. */
const plain = /^[A-Za-z][A-Za-z0-9_.-]*(?: [A-Za-z0-9_.-]+)*$/;
const notText = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** A value inside a flow collection; `isJson` quotes every text. */
export function printInFlow(value: Json, isJson: boolean): string {
  const isWord = typeof value === 'string' && plain.test(value) && !notText.test(value);
  return isWord && !isJson ? value : JSON.stringify(value);
}
