import type { EditableKind } from '../kinds.ts';
import type { Section } from './form-field.ts';
import { contractSections, productSections } from './sections.ts';

type FormFacts = {
  sections: readonly Section[];
  /** True if the form knows the standard of the document. */
  isKnown: (model: unknown) => boolean;
};

const has = (model: unknown, key: string): boolean =>
  typeof model === 'object' && model !== null && key in model;

export const forms: Readonly<Record<EditableKind, FormFacts>> = {
  datacontracts: {
    sections: contractSections,
    isKnown: (model) => !has(model, 'dataContractSpecification'),
  },
  dataproducts: {
    sections: productSections,
    isKnown: (model) => !has(model, 'dataProductSpecification') && !has(model, 'info'),
  },
};
