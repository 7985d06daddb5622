import { readFileSync } from 'node:fs';
import { bounds, createBounds } from '../../../api/bounds/bounds.ts';
import type { BoundedKind } from '../../../api/bounds/bounds.ts';
import { asOrganizationId } from '../../../domain/principal.ts';
import type { Principal } from '../../../domain/principal.ts';

const caller = (organization: string, name: string): Principal => ({
  organizationId: asOrganizationId(organization),
  name,
  scope: 'organization',
  teamId: undefined,
  email: undefined,
});
const kinds = Object.keys(bounds) as BoundedKind[];

describe.each(kinds)('%s', (kind) => {
  const { perCaller, perOrganization } = bounds[kind];

  it('are refused to a caller, then to its organization, and go on when one has ended', () => {
    const enter = createBounds();
    const leaves: (() => void)[] = [];
    const fill = (name: string): void => {
      for (let count = 0; count < perCaller; count++) leaves.push(enter(kind, caller('a', name)));
    };
    const refusal = (organization: string, name: string): string => {
      try {
        enter(kind, caller(organization, name))();
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    fill('first');
    expect(refusal('a', 'first')).toMatch(new RegExp(`^You have ${perCaller} `));
    expect(refusal('a', 'second')).toBe('');
    for (let left = perOrganization - perCaller, name = 0; left > 0; left -= 1, name += 1)
      leaves.push(enter(kind, caller('a', `other ${Math.floor(name / perCaller)}`)));
    expect(refusal('a', 'second')).toMatch(
      new RegExp(`^Your organization has ${perOrganization} `),
    );
    expect(refusal('b', 'first')).toBe('');
    leaves[0]?.();
    // Twice frees one place only.
    leaves[0]?.();
    leaves.push(enter(kind, caller('a', 'first')));
    expect(refusal('a', 'second')).not.toBe('');
    for (const leave of leaves) leave();
    leaves.length = 0;
    fill('first');
  });

  it('leave something for other callers, and are bounded as the docs say', () => {
    expect(perCaller).toBeLessThan(perOrganization);
    const rows = readFileSync('docs/operating.md', 'utf8').split('\n');
    const pattern = new RegExp(`\\| ${perCaller} +\\| ${perOrganization} +\\|$`);
    expect(rows.filter((row) => pattern.test(row))).toHaveLength(1);
  });
});
