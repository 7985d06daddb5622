import type { TSchema } from '@sinclair/typebox';
import type { RefusalCode } from '../../domain/errors.ts';
import type { Route } from '../route.ts';
import type { Json } from './references.ts';

/** The form of errors. */
export type ErrorForm = {
  /** Body of each error. */
  error: { schema: TSchema; contentType: string };
  /** The status of a refusal code. */
  statusOf: (code: RefusalCode) => number;
  /** The answer to errors of one status, with the codes that they can have; an answer without a name is not shared. */
  errorOf: (status: number, codes: readonly RefusalCode[]) => DescribedError;
};

/** The properties of an interface besides its routes. */
export type Interface = ErrorForm & {
  title: string;
  description: string;
  /** Texts about the tags of its operations. */
  tags: Readonly<Record<string, string>>;
  /** Errors of a route that answers them in another form than the others. */
  errorsOf?: (route: Pick<Route, 'path'>) => ErrorForm;
  /** Requests that are sent to receivers. */
  webhooks?: readonly Webhook[];
  /** Schemas that no route names. */
  further: readonly TSchema[];
  securitySchemes: Json;
};

type DescribedError = { name: string | undefined; description: string; schema: TSchema };

export type Webhook = {
  /** The name of the event that it carries. */
  name: string;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  parameters: readonly object[];
  schema: TSchema;
};
