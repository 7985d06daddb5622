import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { guard } from '../../../local/processes/guard.ts';
import { freePort } from '../../../local/servers/free-port.ts';
import type { GiteaProgram } from '../foreign/gitea-program.ts';
import { until } from '../until.ts';
import { databaseUrl } from './database.ts';

type Answer = { status: number; json: any };

/** A Gitea on loopback with an administrator; its pages have no style sheets and no scripts. */
export type TestGitea = {
  host: string;
  version: string;
  /** Calls its REST API below /api/v1 with a token, or with name and password. */
  call: (method: string, at: string, options?: { body?: object; as?: string }) => Promise<Answer>;
  /** Creates an account with a token that may do everything the account may do. Returns the token. */
  newAccount: (name: string) => Promise<string>;
  /** Creates a further token of an account. */
  newToken: (name: string, scopes?: readonly string[]) => Promise<string>;
  sshPort: number;
  knownHosts: string;
  /** Status and body of the answers to all deliveries of webhooks; its API does not list them. */
  deliveries: () => Promise<string[]>;
  stop: () => Promise<void>;
};

const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

/** Starts an empty Gitea with a database of its own, which ends with this process. */
export async function startGitea({
  program,
  resources,
}: Extract<GiteaProgram, { program: string }>): Promise<TestGitea> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'concordat-test-gitea-'));
  const config = path.join(folder, 'app.ini');
  const database = await createDatabase();
  const [port, sshPort] = [await freePort(), await freePort()];
  const host = `127.0.0.1:${port}`;
  fs.writeFileSync(config, settingsOf({ folder, resources, database, port, sshPort }));
  const env = { PATH: process.env['PATH'], HOME: folder, USER: os.userInfo().username };
  const run = (...words: string[]): string => {
    const ran = spawnSync(program, [...words, '--config', config], { env, encoding: 'utf8' });
    if (ran.status !== 0) throw new Error(`gitea ${words.join(' ')}: ${ran.stderr}${ran.stdout}`);
    return ran.stdout;
  };
  run('migrate');
  const password = randomBytes(12).toString('hex');
  const named = ['--username', 'root-of-gitea', '--email', 'root@example.com'];
  run('admin', 'user', 'create', '--admin', '--password', password, ...named);
  const server = spawn(program, ['web', '--config', config], { env, stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => void server.once('exit', () => resolve()));
  const callOff = server.pid === undefined ? () => undefined : guard(server.pid, 'KILL');
  const administrator = basic('root-of-gitea', password);
  const call: TestGitea['call'] = async (method, at, { body, as = administrator } = {}) => {
    const answer = await fetch(`http://${host}/api/v1${at}`, {
      method,
      headers: { authorization: as, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    const json = isJson ? await answer.json() : await answer.text();
    return { status: answer.status, json };
  };
  const newToken: TestGitea['newToken'] = async (name, scopes = ['all']) => {
    const body = { name: randomBytes(4).toString('hex'), scopes };
    const as = basic(name, password);
    return (await demand(call('POST', `/users/${name}/tokens`, { body, as }))).sha1;
  };
  const { json } = await until('Gitea answers', () =>
    call('GET', '/version').catch(() => undefined),
  );
  const knownHosts = await until('its SSH server answers', () => scanHostKeys(sshPort));
  return {
    host,
    version: json.version,
    call,
    sshPort,
    knownHosts,
    newToken,
    deliveries: async () => {
      const rows = await query(database, 'select response_content from hook_task order by id');
      return rows.flatMap(({ response_content: answer }) => {
        const { status, body } = JSON.parse(answer === '' ? '{}' : answer);
        return status === undefined ? [] : [`${status} ${body}`];
      });
    },
    newAccount: async (name) => {
      const body = { username: name, email: `${name}@example.com`, must_change_password: false };
      await demand(call('POST', '/admin/users', { body: { ...body, password } }));
      return newToken(name);
    },
    stop: async () => {
      server.kill('SIGTERM');
      await exited;
      callOff();
      await query('postgres', `drop database ${database} with (force)`);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A pair of keys for SSH: the private one as text, and the public one as a line. */
export function makeSshKey(): { privateKey: string; publicKey: string } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'concordat-test-key-'));
  const file = path.join(folder, 'key');
  const made = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  if (made.status !== 0) throw new Error(String(made.stderr));
  const [privateKey, publicKey] = [file, `${file}.pub`].map((each) =>
    fs.readFileSync(each, 'utf8'),
  );
  fs.rmSync(folder, { recursive: true });
  return { privateKey: privateKey ?? '', publicKey: publicKey ?? '' };
}

async function demand(answering: Promise<Answer>): Promise<any> {
  const { status, json } = await answering;
  if (status >= 300) throw new Error(`Gitea answered ${status}: ${JSON.stringify(json)}`);
  return json;
}

function scanHostKeys(port: number): string | undefined {
  const scanned = spawnSync('ssh-keyscan', ['-p', String(port), '127.0.0.1'], { encoding: 'utf8' });
  return scanned.stdout.trim() === '' ? undefined : scanned.stdout;
}

async function createDatabase(): Promise<string> {
  const name = `gitea_${randomBytes(6).toString('hex')}`;
  await query('postgres', `create database ${name}`);
  return name;
}

async function query(database: string, statement: string): Promise<any[]> {
  const client = new Client({ connectionString: databaseUrl(database) });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

type Place = {
  folder: string;
  resources: string;
  database: string;
  port: number;
  sshPort: number;
};

/** Gitea refuses to run as root, as machines of checks do, without the first of these. */
function settingsOf({ folder, resources, database, port, sshPort }: Place): string {
  const { hostname, port: databasePort, username, password } = new URL(databaseUrl(database));
  return `
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
RUN_USER = ${os.userInfo().username}
WORK_PATH = ${folder}
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = http://127.0.0.1:${port}/
STATIC_ROOT_PATH = ${resources}
START_SSH_SERVER = true
BUILTIN_SSH_SERVER_USER = git
SSH_DOMAIN = 127.0.0.1
SSH_LISTEN_HOST = 127.0.0.1
SSH_PORT = ${sshPort}
OFFLINE_MODE = true
[database]
DB_TYPE = postgres
HOST = ${hostname}:${databasePort}
NAME = ${database}
USER = ${decodeURIComponent(username)}
PASSWD = \`${decodeURIComponent(password)}\`
MAX_OPEN_CONNS = 10
[security]
INSTALL_LOCK = true
[webhook]
ALLOWED_HOST_LIST = loopback
[log]
LEVEL = error
[session]
PROVIDER = memory
[actions]
ENABLED = false
[indexer]
ISSUE_INDEXER_TYPE = db
`;
}
