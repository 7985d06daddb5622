import { readFileSync } from 'node:fs';
import { createCallerTurns, turns } from '../../../api/bounds/caller-turns.ts';
import { asOrganizationId } from '../../../domain/principal.ts';
import type { Principal } from '../../../domain/principal.ts';
import { until } from '../../support/until.ts';

const caller = (organization: string, name: string): Principal => ({
  organizationId: asOrganizationId(organization),
  name,
  scope: 'organization',
  teamId: undefined,
  email: undefined,
});

/** Work that ends when the test says so; `begun` has the names in the order in which they began. */
function holding() {
  const inTurn = createCallerTurns();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (who: Principal, name: string, size = 1): Promise<string> =>
    inTurn(who, size, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, () => resolve(name)));
    });
  return { ask, begun, end: (name: string) => ends.get(name)?.() };
}

const { caller: ofCaller, organization: ofOrganization } = turns;

it('many texts of one caller hold up those of nobody else', async () => {
  const { ask, begun, end } = holding();
  const names = Array.from({ length: 30 }, (_, n) => `greedy ${n}`);
  const greedy = names.map((name) => ask(caller('a', 'greedy'), name));
  await until('some have begun', () => begun.length === ofCaller.atOnce);
  const others = [ask(caller('a', 'other'), 'same organization'), ask(caller('b', 'x'), 'another')];
  await until('the others have begun', () => begun.length === ofCaller.atOnce + 2);
  expect(begun.slice(ofCaller.atOnce).toSorted()).toEqual(['another', 'same organization']);
  for (const name of ['another', 'same organization']) end(name);
  expect(await Promise.all(others)).toEqual(['same organization', 'another']);
  for (const [at, name] of names.entries()) {
    await until(`${at} has begun`, () => begun.includes(name));
    end(name);
  }
  expect(await Promise.all(greedy)).toEqual(names);
});

it('an organization with many keys takes no more than its part', async () => {
  const { ask, begun, end } = holding();
  const names = Array.from({ length: 5 }, (_, n) => `key ${n}`);
  const all = names.map((name) => ask(caller('a', name), name));
  const other = ask(caller('b', 'x'), 'other');
  await until('they have begun', () => begun.length === ofOrganization.atOnce + 1);
  expect(begun).toContain('other');
  end('other');
  await other;
  expect(begun).toHaveLength(ofOrganization.atOnce + 1);
  for (const name of names) {
    await until(`${name} has begun`, () => begun.includes(name));
    end(name);
  }
  await Promise.all(all);
});

it.each([
  ['requests', ofCaller.tasks, 1],
  ['characters', 2, ofCaller.size / 2],
])('too many %s of one caller are refused, and taken again later', async (_what, count, size) => {
  const { ask, begun, end } = holding();
  const names = Array.from({ length: count }, (_, n) => `text ${n}`);
  const all = names.map((name) => ask(caller('a', 'greedy'), name, size));
  await expect(ask(caller('a', 'greedy'), 'more')).rejects.toMatchObject({
    code: 'too_many_requests',
  });
  for (const name of names) {
    await until(`${name} has begun`, () => begun.includes(name));
    end(name);
  }
  await Promise.all(all);
  const again = ask(caller('a', 'greedy'), 'again');
  end('again');
  await until('it has begun', () => begun.includes('again'));
  end('again');
  expect(await again).toBe('again');
});

it('the handbook has the same figures', () => {
  const text = readFileSync('docs/operating.md', 'utf8');
  expect(text).toContain(
    `${ofCaller.atOnce} of one caller and ${ofOrganization.atOnce} of one organization`,
  );
});
