/** Words of the frame around every page. */
export const shellTexts = {
  skip: 'Skip to the content',
  navigation: 'Main',
  smallNavigation: 'Main, small screens',
  search: 'Search everything',
  searchPlaceholder: 'Products, contracts, teams, fields, pages, commands…',
  searchNothing: 'Nothing matches. Try fewer or shorter words.',
  searchKeys: [
    ['↑ ↓', 'choose'],
    ['↵', 'open'],
    ['esc', 'close'],
  ],
  searchBegin: 'Type to search the catalog, or choose a page.',
  theme: 'Theme',
  themes: { auto: 'System', light: 'Light', dark: 'Dark' },
  account: 'Account',
  ownSessions: 'Your sessions',
  signOut: 'Sign out',
  switchTo: (name: string) => `Switch to ${name}`,
  singleKeysOn: 'Turn single keys on',
  singleKeysOff: 'Turn single keys off',
  copyAs: 'Copy as',
  copied: (what: string) => `Copied: ${what}`,
  copyFailed: 'The browser does not allow copying. Select the text and copy it yourself.',
  more: 'More',
  close: 'Close',
  keysTitle: 'Keys',
  keysHint: 'Single keys work outside of text fields. Turn them off in the account menu.',
  breadcrumb: 'Breadcrumb',
  offline:
    'No connection. You see what was loaded before, and cannot change anything until it is back.',
  newBuild: 'Concordat was updated. The next page loads the new version.',
  reload: 'Reload',
  noTeam: 'You are in no team yet, so you can read, but not request access.',
  whomToAsk: 'Find the person to ask',
  chooseOrganization: 'Which organization do you want to work in?',
  usedLast: 'used last',
} as const;

/** Names of the pages, in navigation, breadcrumb and title. */
export const pageNames = {
  home: 'Marketplace',
  myAccess: 'My access',
  access: 'Access',
  inbox: 'Inbox',
  studio: 'Studio',
  concepts: 'Concepts',
  teams: 'Teams',
  assets: 'Assets',
  governance: 'Governance',
  explorer: 'API explorer',
  stories: 'Components',
  sessions: 'Your sessions',
  signIn: 'Sign in',
  notFound: 'Page not found',
} as const;

/** Headings of the groups of the navigation. */
export const groupNames = {
  discover: 'Discover',
  publish: 'Publish',
  operate: 'Operate',
  develop: 'Develop',
  organization: 'Organization',
} as const;
