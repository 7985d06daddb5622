import fs from 'node:fs';

/** Compares a text with a file that somebody has reviewed; UPDATE_GOLDEN=1 writes the file anew. */
export function expectGolden(file: string, text: string | undefined): void {
  if (process.env['UPDATE_GOLDEN'] === '1') fs.writeFileSync(file, text ?? '');
  expect(text).toBe(fs.readFileSync(file, 'utf8'));
}
