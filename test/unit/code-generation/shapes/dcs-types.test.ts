import { normaliseContract } from '../../../../domain/standards/normalise-contract.ts';
import type { Generator } from '../../../../jobs/code-generation/generator.ts';
import { avro } from '../../../../jobs/code-generation/generators/avro/generator.ts';
import { go } from '../../../../jobs/code-generation/generators/go/generator.ts';
import { protobuf } from '../../../../jobs/code-generation/generators/protobuf/generator.ts';
import { pydantic } from '../../../../jobs/code-generation/generators/pydantic/generator.ts';
import { spark } from '../../../../jobs/code-generation/generators/spark/generator.ts';
import { sqlDdl } from '../../../../jobs/code-generation/generators/sql/generator.ts';
import { sqlalchemy } from '../../../../jobs/code-generation/generators/sqlalchemy/generator.ts';
import { withWarnings } from '../contracts.ts';

const contract = normaliseContract({
  dataContractSpecification: '1.1.0',
  id: 'shop',
  info: { title: 'Shop', version: '1' },
  models: {
    files: {
      fields: {
        id: { type: 'uuid', primaryKey: true },
        content: { type: 'bytes' },
        anything: { type: 'variant' },
        place: { type: 'geography' },
        big: { type: 'long' },
        local: { type: 'timestamp_ntz' },
        moment: { type: 'timestamp_tz' },
      },
    },
    odd: { fields: { key: { type: 'variant', primaryKey: true } } },
  },
});

describe('types of the Data Contract Specification', () => {
  it.each<[Generator, readonly string[]]>([
    [avro, ['"bytes"', '"uuid"']],
    [go, ['[]byte']],
    [protobuf, ['bytes content = 2']],
    [pydantic, ['UUID', 'Base64Bytes']],
    [spark, ['StructField("content", BinaryType()']],
    [sqlalchemy, ['Mapped[UUID]', 'LargeBinary', 'JSONB', 'BigInteger']],
    [sqlDdl, ['id uuid', 'content bytea', 'anything jsonb']],
  ])('are what they are everywhere', (generator, expected) => {
    const [file] = withWarnings(
      generator.generate(contract, {
        dialect: generator.dialects.length > 0 ? 'postgres' : undefined,
        server: undefined,
        compat: undefined,
      }),
    );
    for (const text of expected) expect(file?.content).toContain(text);
    const notes = file?.metadata.notes.join('\n') ?? '';
    expect(notes).not.toContain('no type is given');
    if (generator !== sqlDdl)
      expect(notes).toContain("files.place: the type 'geography' is not known here");
  });

  it('tell moments from local times in SQLAlchemy, and have no JSON as a key', () => {
    const [file] = withWarnings(
      sqlalchemy.generate(contract, {
        dialect: 'postgres',
        server: undefined,
        compat: undefined,
      }),
    );
    expect(file?.content).toContain('mapped_column(DateTime, nullable=True)');
    expect(file?.content).toMatch(/moment: .*\n +DateTime\(timezone=True\)/);
    expect(file?.content).toContain('key: Mapped[str] = mapped_column(String, primary_key=True)');
    expect(file?.metadata.notes).toContain('odd.key: no JSON can be a key, so it is a text.');
  });
});
