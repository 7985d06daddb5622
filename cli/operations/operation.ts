/** A parameter of an operation. */
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  help: string;
  required?: true;
  isFlag?: true;
  choices?: readonly string[];
};

/** An operation of the API, as openapi.json declares it. */
export type Operation = {
  id: string;
  method: string;
  /** With parameters in braces. */
  path: string;
  summary: string;
  tag: string;
  parameters: readonly Parameter[];
  /** Content types of the request body, if it has one. */
  body?: readonly string[];
  needsBody?: true;
  /** Content types of the answers below 400. */
  answers: readonly string[];
};
