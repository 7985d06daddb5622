/** An attribute of a SCIM schema (RFC 7643 §7), in the form in which `/Schemas` answers it. */
export type Attribute = {
  name: string;
  type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'binary' | 'integer' | 'complex';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readOnly' | 'readWrite' | 'immutable';
  returned: 'always' | 'default';
  uniqueness: 'none' | 'server';
  canonicalValues?: readonly string[];
  referenceTypes?: readonly string[];
  subAttributes?: readonly Attribute[];
};

export type Schema = {
  id: string;
  name: string;
  description: string;
  attributes: readonly Attribute[];
};

type Options = Partial<Omit<Attribute, 'name' | 'description'>>;

/** An attribute; without options it is a text that clients may change, compared without regard to case. */
export function attribute(name: string, description: string, options: Options = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...options,
  };
}

/** A list of values with `value`, `display`, `type` and `primary`, such as e-mail addresses. */
export function values(name: string, description: string, value: Options, types?: string[]) {
  return attribute(name, description, {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', `Value of an entry of ${name}`, value),
      attribute('display', 'Name of the value for people'),
      attribute('type', 'Use of the value', types ? { canonicalValues: types } : {}),
      attribute('primary', 'True for the preferred value; one entry at most', { type: 'boolean' }),
    ],
  });
}
