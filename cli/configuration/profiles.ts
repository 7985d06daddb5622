import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isObject } from '../../lib/json/json.ts';
import { Failure } from '../failure.ts';
import type { Surroundings } from '../surroundings.ts';
import { makeFolder } from '../files/write-file.ts';
import { configFolder } from './config-folder.ts';

/** One installation that a person has signed in to. */
export type Profile = { url: string; apiKey: string };

/** The content of the file: profiles by name, and which of them commands use. */
export type Profiles = { current: string; profiles: Record<string, Profile> };

/** The file with the keys. */
export function profilesFile(surroundings: Surroundings): string {
  return path.join(configFolder(surroundings), 'profiles.json');
}

/** Reads the stored profiles; none if there is no file. */
export function readProfiles(surroundings: Surroundings): Profiles {
  const file = profilesFile(surroundings);
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { current: 'default', profiles: {} };
    throw new Failure(`${file} cannot be read (${(error as Error).message}).`);
  }
  const content = parse(text);
  if (
    !isObject(content) ||
    !isObject(content['profiles']) ||
    typeof content['current'] !== 'string'
  )
    throw new Failure(`${file} is damaged: delete it, then run concordat login.`);
  return content as Profiles;
}

/** Stores the profiles, readable for this account only. */
export function writeProfiles(surroundings: Surroundings, profiles: Profiles): void {
  const file = profilesFile(surroundings);
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    makeFolder(path.dirname(file), 0o700);
    fs.writeFileSync(draft, `${JSON.stringify(profiles, undefined, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
    // Renamed atomically: a concurrent command reads either the old file or the new one.
    fs.renameSync(draft, file);
  } catch (error) {
    if (fs.existsSync(draft)) fs.rmSync(draft);
    throw new Failure(
      `${file} cannot be written (${(error as Error).message}): make its folder writable for your account, or name another folder in CONCORDAT_CONFIG_DIR.`,
    );
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
