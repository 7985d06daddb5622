/* oxlint-disable no-control-regex -- control characters are removed here */

/** Colors, cursor moves, titles and links of terminals (ECMA-48), which programs write into their logs. */
const escapes =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B\]|\u009D)[^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)|\u001B[ -/]*[0-~]/gu;

/** All but tabs and line ends. */
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu;

/** A text of another program without what only a terminal understands; empty if there is none. */
export function withoutEscapes(text: string | null): string {
  return (text ?? '').replaceAll(escapes, '').replaceAll('\r\n', '\n').replaceAll(controls, '');
}
