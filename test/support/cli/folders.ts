import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeYaml } from '../../../lib/yaml/yaml.ts';

/** A new folder with these files: a text as it is, an object as YAML or JSON by the ending of the name. */
export function newFolder(files: Readonly<Record<string, unknown>> = {}): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'concordat-files-'));
  for (const [name, content] of Object.entries(files)) writeInto(folder, name, content);
  return folder;
}

/** Writes a file into a folder, as `newFolder` does. */
export function writeInto(folder: string, name: string, content: unknown): void {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const text = name.endsWith('.json') ? JSON.stringify(content) : writeYaml(content);
  fs.writeFileSync(file, typeof content === 'string' ? content : text);
}
