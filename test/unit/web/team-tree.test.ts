import { findInTree, teamTree } from '../../../web/src/features/teams/team-tree.ts';
import type { TeamNode } from '../../../web/src/features/teams/team-tree.ts';

const team = (id: string, parent?: string) => ({
  id,
  name: id,
  type: 'team',
  ...(parent && { parent }),
});
type Shape = { [id: string]: Shape };
const shapeOf = (nodes: readonly TeamNode[]): Shape =>
  Object.fromEntries(nodes.map((node) => [node.team.id, shapeOf(node.below)]));

describe('the tree of teams', () => {
  const teams = [
    team('a'),
    team('b', 'a'),
    team('c', 'b'),
    team('d', 'a'),
    team('lost', 'unknown'),
  ];

  it('indents teams below the teams that they are part of, and loses none', () => {
    expect(shapeOf(teamTree(teams as never))).toEqual({ a: { b: { c: {} }, d: {} }, lost: {} });
    const circle = [team('x', 'y'), team('y', 'x')];
    expect(shapeOf(teamTree(circle as never))).toEqual({ x: { y: {} } });
  });

  it('keeps the path to a team that is found', () => {
    expect(shapeOf(findInTree(teamTree(teams as never), ' C '))).toEqual({ a: { b: { c: {} } } });
    expect(findInTree(teamTree(teams as never), 'z')).toEqual([]);
  });
});
