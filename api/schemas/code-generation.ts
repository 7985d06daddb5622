import { Type } from '@sinclair/typebox';
import { generators } from '../../jobs/code-generation/generators/index.ts';

const unique = (names: readonly string[]): string[] => [...new Set(names)];
const oneOf = (names: readonly string[], description: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...names], description });

const formats = generators.map(({ type }) => type);
const types = [...formats, 'custom'];
const type = oneOf(
  types,
  'What is generated; `custom` needs a `prompt` and an installation with an endpoint that generates',
);
const dialect = oneOf(
  unique(generators.flatMap(({ dialects }) => dialects)),
  'Of formats that have dialects; else that of the server, else Postgres',
);
const server = Type.String({
  description: 'Key of a server of the contract; the first one when left out',
});
const compat = Type.String({
  description: 'An older form of a format, see GET /api/generators',
  examples: unique(generators.flatMap(({ variants }) => variants)),
});

/** Parameters of the query that say the same as members of the body. */
export const generateQuery = {
  server: Type.Optional(server),
  dialect: Type.Optional(Type.String({ description: 'As in the body' })),
};

export const generateRequestSchema = Type.Object(
  {
    type,
    prompt: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'For `custom` only: 1 to 10,000 characters that say what to generate',
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
    filename: Type.String({ description: 'Relative, safe on every file system' }),
    language: Type.String({ examples: unique(generators.flatMap(({ languages }) => languages)) }),
    content: Type.String(),
    metadata: Type.Object(
      {
        notes: Type.Array(Type.String(), {
          description: 'What of the contract the format cannot express',
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
    generationType: oneOf(types, 'What was asked for'),
    dialect: Type.Optional(dialect),
    server: Type.Optional(server),
    compat: Type.Optional(compat),
    prompt: Type.Optional(Type.String({ description: 'Of `custom`, as it was sent' })),
    files: Type.Array(generatedFileSchema),
  },
  { $id: 'GenerateResponse' },
);

export const generatorSchema = Type.Object(
  {
    type: oneOf(types, 'Value of `type` in requests; `custom` where an endpoint is configured'),
    title: Type.String(),
    description: Type.String(),
    languages: Type.Array(Type.String(), { description: 'Of its files' }),
    dialects: Type.Array(Type.String(), {
      description: 'The first one is the default; none where the format has no dialects',
    }),
    compat: Type.Array(Type.String(), { description: 'Values of `compat`' }),
  },
  { $id: 'Generator' },
);
