import type { YamlPath } from '../../../lib/yaml/edits.ts';

/** One control of a form and where its value stands, from the object that the form is about. */
export type FormField = {
  path: YamlPath;
  label: string;
  control:
    | 'text'
    | 'long-text'
    | 'select'
    | 'words'
    | 'check'
    | 'number'
    | 'any'
    | 'team'
    | 'classification'
    | 'product-type';
  options?: readonly string[];
  /** The value is that of the first of these custom properties; the last is added if there is none. */
  custom?: readonly string[];
};

/** A part of a document: an object, or a list of objects. */
export type Section = {
  key: string;
  name: string;
  path: YamlPath;
  fields: readonly FormField[];
  /** For lists: the member that names an entry, and the noun of one entry. */
  list?: { names: readonly string[]; noun: string };
};

export const text = (path: string, label: string): FormField => ({
  path: path.split('.'),
  label,
  control: 'text',
});
export const long = (path: string, label: string): FormField => ({
  path: path.split('.'),
  label,
  control: 'long-text',
});
export const words = (path: string, label: string): FormField => ({
  path: path.split('.'),
  label,
  control: 'words',
});
export const check = (path: string, label: string): FormField => ({
  path: path.split('.'),
  label,
  control: 'check',
});
export const any = (path: string, label: string): FormField => ({
  path: path.split('.'),
  label,
  control: 'any',
});
export const team = (path: string, label: string): FormField => ({
  path: path.split('.'),
  label,
  control: 'team',
});
export const classification = (path: string, label: string): FormField => ({
  path: path.split('.'),
  label,
  control: 'classification',
});
/** The type of a product, which is a custom property. */
export const productType = (label: string): FormField => ({
  path: ['customProperties'],
  label,
  control: 'product-type',
  custom: ['archetype', 'type'],
});
export const select = (path: string, label: string, options: readonly string[]): FormField => ({
  path: path.split('.'),
  label,
  control: 'select',
  options,
});
