import { readGeneratedFiles } from '../../../jobs/code-generation/read-generated-files.ts';

const file = (change: object = {}) => ({
  filename: 'a.txt',
  language: 'text',
  content: '',
  ...change,
});
const named = (...names: unknown[]) =>
  readGeneratedFiles({ files: names.map((filename) => file({ filename })) }, []);

describe('files that an endpoint answers', () => {
  it.each([
    ['a.txt'],
    ['models/staging/stg_orders.sql'],
    ['Übersicht der Käufe.md'],
    ['-'],
    ['com.example.txt'],
    ['v1..v2/x'],
    ['x'.repeat(255)],
  ])('may be called %j', (name) => {
    expect(named(name)).toEqual([file({ filename: name, metadata: { warnings: [], notes: [] } })]);
  });

  it.each([
    [''],
    ['/etc/passwd'],
    ['../a'],
    ['a/../../b'],
    ['a/..'],
    ['.'],
    ['./a'],
    ['a//b'],
    ['a/'],
    ['.git/hooks/post-commit'],
    ['~/x'],
    ['..\\a'],
    ['C:\\a'],
    ['C:a'],
    ['a\nb'],
    ['a\u001bb'],
    ['a\u202etxt.exe'],
    ['a\u2028b'],
    ['a?'],
    ['a '],
    [' a'],
    ['a./b'],
    ['nul'],
    ['x/CON.txt'],
    ['COM¹'],
    ['lpt³.txt'],
    ['x'.repeat(256)],
    ['ü'.repeat(128)],
  ])('may not be called %j', (name) => {
    expect(() => named(name)).toThrow('a file name that is not safe');
  });

  it.each([
    [['a', 'b', 'a'], 'two files of one name: "a"'],
    [['a/B', 'A/b'], 'two files of one name: "A/b"'],
    [['\u00e9', 'e\u0301'], 'two files of one name'],
    [['x/a', 'X'], 'in place of a folder of "x/a"'],
    [['a', 'a/b/c'], 'in place of a folder of "a/b/c"'],
  ])('%j cannot lie beside each other', (names, problem) => {
    expect(() => named(...names)).toThrow(problem);
  });

  it('may have members and words of their own about them', () => {
    const metadata = { warnings: ['two'], notes: ['one'], score: 0.5, deep: { er: [null] } };
    const files = [file({ metadata, unknown: 1 }), file({ filename: 'b', metadata: null })];
    expect(readGeneratedFiles({ files, more: true }, [])).toEqual([
      file({ metadata }),
      file({ filename: 'b', metadata: { warnings: [], notes: [] } }),
    ]);
  });

  const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) as unknown;

  it.each<[string, unknown, string]>([
    ['no object', 'x', "no 'files'"],
    ['a list', [file()], "no 'files'"],
    ['an object of files', { files: { a: file() } }, "no 'files'"],
    ['no file', { files: [] }, "no 'files'"],
    ['null', { files: [file(), null] }, "no text for filename, language or content in 'files[1]'"],
    ['a number for a name', { files: [file({ filename: 7 })] }, 'no text for filename'],
    ['no language', { files: [file({ language: undefined })] }, 'no text for filename, language'],
    ['an empty language', { files: [file({ language: '' })] }, 'a language of more than'],
    [
      'a long language',
      { files: [file({ language: 'x'.repeat(101) })] },
      'a language of more than',
    ],
    ['content that is no text', { files: [file({ content: {} })] }, 'no text for'],
    ['metadata that is a list', { files: [file({ metadata: [] })] }, "metadata in 'files[0]'"],
    ['notes that are none', { files: [file({ metadata: { notes: 'x' } })] }, "notes in 'files[0]'"],
    [
      'a warning that is none',
      { files: [file({ metadata: { warnings: [1] } })] },
      "warnings in 'files[0]'",
    ],
    ['a note that is none', { files: [file({ metadata: { notes: [1] } })] }, "notes in 'files[0]'"],
    ['what cannot be stored', { files: [file({ content: 'a\u0000' })] }, 'cannot be stored'],
    ['half a character', { files: [file({ content: '\ud800' })] }, 'cannot be stored'],
    ['depth', { files: [file({ metadata: { deep } })] }, 'nests deeper than 32 levels'],
    ['many', { files: Array.from({ length: 1_001 }, () => file()) }, 'has 1001 files; 1000'],
  ])('are no files when the answer has %s', (_, answer, problem) => {
    expect(() => readGeneratedFiles(answer, [])).toThrow(`its answer`);
    expect(() => readGeneratedFiles(answer, [])).toThrow(problem);
  });
});
