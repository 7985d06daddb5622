import { scalar } from './templates.ts';

/** The text of a new product with the type that products of the organization begin with, if there is one. */
export const withProductType = (text: string, type: string | undefined): string =>
  type === undefined
    ? text
    : `${text}customProperties:\n  - property: type\n    value: ${scalar(type)}\n`;
