import { contractChangeMode } from '../../../domain/contract-changes/change-mode.ts';
import { isRaised, lowestRaised } from '../../../domain/contract-changes/raised-version.ts';

it.each([
  ['major', '1.4.2', '2.0.0', true],
  ['major', '1.4.2', '2', true],
  ['major', '1.4.2', 'v10.0', true],
  ['major', '1.4.2', '1.5.0', false],
  ['major', '1.4.2', '1.4.2', false],
  ['major', '2.0.0', '1.0.0', false],
  ['major', '0.4.0', '0.5.0', false],
  ['minor', '1.4.2', '1.5.0', true],
  ['minor', '1.4.2', '2.0.0', true],
  ['minor', '1.4.2', '1.4.3', false],
  ['minor', '1.4.2', '0.9.0', false],
  ['patch', '1.4.2', '1.4.2', true],
  ['patch', '1.4.2', '1.4.3', true],
  ['patch', '1.4.2', '1.4.1', false],
  ['patch', '2.0.0', '2.0.0-rc.1', false],
  ['patch', '2.0.0-rc.1', '2.0.0', true],
  ['patch', '2.0.0-rc.2', '2.0.0-rc.10', true],
  ['patch', '2.0.0-rc.10', '2.0.0-rc.2', false],
  ['patch', '2.0.0-alpha', '2.0.0-1', false],
  ['patch', 'latest', 'latest', true],
  ['patch', '1.0.0', 'latest', false],
  ['major', 'latest', '1.0.0', true],
  ['major', '1.0.0', 'latest', false],
  ['minor', '2024-01', '2024-02', false],
  ['major', '1.0.0', '99999999999999999999.0.0', false],
] as const)('a %s change from %s to %s: raised is %s', (impact, from, to, raised) => {
  expect(isRaised(impact, from, to)).toBe(raised);
});

it('names the lowest version that is raised enough', () => {
  expect(
    (['major', 'minor', 'patch'] as const).map((impact) => lowestRaised(impact, '1.4.2')),
  ).toEqual(['2.0.0', '1.5.0', '1.4.2']);
  expect(lowestRaised('major', 'latest')).toBeUndefined();
});

it('enforces when organization or team ask for it, and neither can take it from the other', () => {
  const modes = [
    [undefined, undefined],
    ['enforce', 'warn'],
    ['warn', 'Enforce'],
    ['warn', null],
    ['off', ''],
  ].map(([organization, team]) => contractChangeMode({ organization, team }));
  expect(modes).toEqual(['warn', 'enforce', 'enforce', 'warn', 'warn']);
});
