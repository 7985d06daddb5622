import { Type } from '@sinclair/typebox';
import { generators } from '../../../jobs/code-generation/generators/catalogue.ts';

const unique = (names: readonly string[]): string[] => [...new Set(names)];
const oneOf = (names: readonly string[], description: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...names], description });

const formats = generators.map(({ type }) => type);
const types = [...formats, 'custom'];
const type = oneOf(
  types,
  'Format to generate; `custom` needs a `prompt` and a configured generation endpoint',
);
const dialect = oneOf(
  unique(generators.flatMap(({ dialects }) => dialects)),
  'SQL dialect, for formats with dialects; default: that of the server, else Postgres',
);
const server = Type.String({
  description: 'Key of a server of the contract; default: the first server',
});
const compat = Type.String({
  description: 'Older version of a format, see GET /api/generators',
  examples: unique(generators.flatMap(({ variants }) => variants)),
});

/** Query parameters with the same meaning as members of the body. */
export const generateQuery = {
  server: Type.Optional(server),
  dialect: Type.Optional(Type.String({ description: 'As in the body' })),
};

export const generateRequestSchema = Type.Object(
  {
    type,
    prompt: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'For `custom` only: 1 to 10,000 characters that describe what to generate',
      }),
    ),
    dialect: Type.Optional(Type.Union([dialect, Type.Null()])),
    server: Type.Optional(Type.Union([server, Type.Null()])),
    compat: Type.Optional(Type.Union([compat, Type.Null()])),
  },
  { $id: 'GenerateRequest', additionalProperties: true },
);

const generatedFileSchema = Type.Object(
  {
    filename: Type.String({ description: 'Relative path, safe on every file system' }),
    language: Type.String({ examples: unique(generators.flatMap(({ languages }) => languages)) }),
    content: Type.String(),
    metadata: Type.Object(
      {
        warnings: Type.Array(Type.String(), {
          description: 'Differences between the file and the contract',
        }),
        notes: Type.Array(Type.String(), {
          description: 'Parts of the contract that the format cannot express',
        }),
        serverType: Type.Optional(Type.String()),
      },
      { additionalProperties: true },
    ),
  },
  { $id: 'GeneratedFile' },
);

export const generateResponseSchema = Type.Object(
  {
    dataContractId: Type.String(),
    generationType: oneOf(types, 'Requested format'),
    dialect: Type.Optional(dialect),
    server: Type.Optional(server),
    compat: Type.Optional(compat),
    prompt: Type.Optional(Type.String({ description: 'The prompt as sent, for `custom`' })),
    files: Type.Array(generatedFileSchema),
  },
  { $id: 'GenerateResponse' },
);

export const generatorSchema = Type.Object(
  {
    type: oneOf(types, 'Value of `type` in requests; `custom` only if an endpoint is configured'),
    title: Type.String(),
    description: Type.String(),
    languages: Type.Array(Type.String(), { description: 'Languages of the files' }),
    dialects: Type.Array(Type.String(), {
      description: 'SQL dialects, the default first; empty if the format has none',
    }),
    compat: Type.Array(Type.String(), { description: 'Values of `compat`' }),
  },
  { $id: 'Generator' },
);
