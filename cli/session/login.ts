import os from 'node:os';
import type { Command, Context } from '../command.ts';
import { checkUrl } from '../configuration/connection.ts';
import { profilesFile, readProfiles, writeProfiles } from '../configuration/profiles.ts';
import { Failure, wrongUsage } from '../failure.ts';
import { createClient } from '../http/client.ts';
import type { Client } from '../http/client.ts';
import { askSecret } from './ask.ts';
import { describeMe, whoIs, withSession } from './me.ts';
import type { Me } from './me.ts';
import { openBrowser } from './open-browser.ts';

/** `concordat login`: a key is stored only after the server has accepted it. */
export const login: Command = {
  name: 'login',
  summary: 'Sign in to a server, and store its key for this account',
  arguments: [
    { name: '[address]', help: 'address of Concordat, e.g. https://catalog.example.com' },
  ],
  options: [
    { flags: '--no-browser', help: 'only print the address of the page with your keys' },
    { flags: '--link', help: 'read a sign-in link of `concordat sign-in` instead of a key' },
  ],
  details: [
    'The browser opens the page "API keys": make a key there and paste it. Programs pipe a key into standard input.',
    'A sign-in link that an administrator has printed makes a key, too: `concordat login --link` asks for it. That of a',
    'person (--email) makes a key of this person, that of the local administrator a key of the organization.',
    'Keys are in profiles.json in the configuration folder of the account, readable for the account alone.',
  ].join('\n'),
  examples: [
    'concordat login https://catalog.example.com',
    'concordat login https://catalog.example.com --profile production',
    'concordat login http://127.0.0.1:8080 < key.txt',
    'concordat sign-in | grep -o "http.*" | concordat login http://127.0.0.1:8080 --link',
  ],
  run: async ({ arguments: [address], texts, flags }, context) => {
    const { surroundings } = context;
    if (address !== undefined && texts['url'] !== undefined)
      throw wrongUsage('The address is given twice: leave out --url.');
    const url = checkUrl(address ?? texts['url'] ?? addressOf(context, texts['profile']));
    const client = createClient({ url }, surroundings);
    const apiKey = flags['link']
      ? await keyOfLink(client, await askSecret(surroundings, 'Paste the sign-in link: '))
      : await askKey(url, flags['browser'] !== false, context);
    const me = await whoIs(client, apiKey);
    const profile = store(context, texts['profile'], { url, apiKey });
    return {
      value: { profile, url, ...idOf(me) },
      text: `Signed in to ${url} as ${describeMe(me)}.`,
      note: `The key is in ${profilesFile(surroundings)} (profile ${profile}, which commands use from now on).`,
    };
  },
};

const idOf = ({ principal, name, email, scope }: Me) => ({ principal, name, email, scope });

/** A new profile has no address yet, so that the usual one is taken. */
function addressOf({ surroundings, connection }: Context, profile: string | undefined): string {
  const { profiles } = readProfiles(surroundings);
  const isNew = profile !== undefined && !Object.hasOwn(profiles, profile);
  if (!isNew) return connection().url;
  throw wrongUsage(`Name the address of the new profile '${profile}': concordat login <address>.`);
}

async function askKey(url: string, mayOpen: boolean, { surroundings }: Context): Promise<string> {
  const { stdin, stderr } = surroundings;
  if (stdin.isTTY) {
    const page = `${url}/me/keys`;
    stderr.write(`Make an API key at ${page}, and paste it here.\n`);
    if (mayOpen) openBrowser(page, surroundings);
  }
  const key = await askSecret(surroundings, 'API key (not shown): ');
  if (key === '') throw wrongUsage('No key was given.');
  if (/\s/.test(key)) throw wrongUsage('A key is one word; standard input has several.');
  return key;
}

/** Signs in with a link, which works once, and makes a key in this session. */
async function keyOfLink(client: Client, link: string): Promise<string> {
  const [, code] = /#.*code=([^&\s]+)/.exec(link) ?? [];
  if (code === undefined)
    throw wrongUsage('A sign-in link ends with #code=…: print one with concordat sign-in.');
  const displayName = `concordat on ${os.hostname()}`;
  const { key } = await withSession(client, { code }, async (headers) => {
    const { email } = await client.send<Me>({ method: 'GET', path: '/ui/me', headers });
    const isPerson = email !== null && !email.endsWith('.invalid');
    return client.send<{ key?: string }>({
      method: 'POST',
      path: isPerson ? '/ui/me/keys' : '/ui/api/api-keys',
      headers,
      json: { displayName, scope: isPerson ? 'user' : 'organization' },
    });
  });
  if (key === undefined) throw new Failure('The server made no key for this sign-in.');
  return key;
}

function store(
  { surroundings }: Context,
  named: string | undefined,
  profile: { url: string; apiKey: string },
): string {
  const { current, profiles } = readProfiles(surroundings);
  const name = named ?? (surroundings.env['CONCORDAT_PROFILE'] || current);
  writeProfiles(surroundings, { current: name, profiles: { ...profiles, [name]: profile } });
  return name;
}
