import { countText, counted } from '../lib/numbers.ts';

/** Words of the usage of a product. */
export const usageTexts = {
  none: 'No use reported in 90 days',
  noneHint:
    'Gateways and platforms report queries as spans of OpenTelemetry with POST /api/v1/traces. Without them this page cannot say whether the data product can be retired.',
  title: 'Uses in the last 90 days',
  summary: (count: number, users: number, teams: number) =>
    `${counted(count, 'use')} by ${counted(users, 'user')}${teams > 0 ? ` of ${counted(teams, 'team')} with access` : ''}`,
  lastUsed: 'Last used',
  chart: (most: number) => `Uses of each day; the most are ${countText(most)}`,
  retire: {
    quiet: (day: string) =>
      `The last use was reported on ${day}. Before the data product is retired, ask the teams that used it.`,
    ending: 'This status ends their use.',
    used: 'The data product is in use. If it is retired, the teams and users below lose the data.',
  },
  by: 'Group by',
  groups: { team: 'Team', user: 'User', outputPort: 'Port', day: 'Day' },
  uses: 'Uses',
  rows: 'Rows',
  unknown: {
    team: 'Without an access',
    user: 'Not named',
    outputPort: 'Not named',
    day: '',
  },
  first: (count: number) => `The first ${count} are shown.`,
} as const;
