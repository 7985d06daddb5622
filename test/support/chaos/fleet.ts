import { startDist } from './dist.ts';
import type { DistProcess } from './dist.ts';

export type Role = 'api' | 'worker' | 'clock';

const programs: Record<Role, string> = {
  api: 'api/main.js',
  worker: 'workers/main.js',
  clock: 'workers/clock.js',
};

export type Member = {
  name: string;
  role: Role;
  own: Record<string, string>;
  process: DistProcess;
  startedAt: number;
};

/** Processes from `dist` as in production. */
export type Fleet = {
  members: readonly Member[];
  /** Starts a process, optionally with its own settings; a restarted process keeps them. */
  start: (name: string, role: Role, own?: Record<string, string>) => Member;
  /** `kill -9` without a restart. */
  kill: (member: Member) => Promise<void>;
  /** `kill -9`, and a new process immediately. */
  killAndRestart: (member: Member) => Promise<void>;
  /** The log of all processes, including ended ones. */
  log: () => string;
  stop: () => Promise<void>;
};

export function createFleet(env: Record<string, string>): Fleet {
  const members: Member[] = [];
  const past: string[] = [];
  let isStopped = false;
  const run = ({ role, own }: Pick<Member, 'role' | 'own'>): DistProcess =>
    startDist(programs[role], { ...env, ...own });
  const remember = ({ name, process }: Member): void =>
    void past.push(`${name}: ${process.output()}`);
  const kill = async ({ process: { child, ended } }: Member): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return {
    members,
    kill,
    start: (name, role, own = {}) => {
      const member = { name, role, own, process: run({ role, own }), startedAt: Date.now() };
      members.push(member);
      return member;
    },
    killAndRestart: async (member) => {
      await kill(member);
      remember(member);
      // A failed test continues to kill for a while; processes started by it then would never be stopped.
      if (isStopped) return;
      member.process = run(member);
      member.startedAt = Date.now();
    },
    log: () =>
      [...past, ...members.map(({ name, process }) => `${name}: ${process.output()}`)].join('\n'),
    stop: async () => {
      isStopped = true;
      for (const { process } of members) process.child.kill('SIGKILL');
      await Promise.all(members.map(({ process }) => process.ended));
    },
  };
}
