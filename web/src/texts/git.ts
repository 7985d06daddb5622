import { counted } from '../lib/numbers.ts';
import type { StatusWord } from './status-words.ts';

/** The words for the state of both sides. */
export const syncWords = {
  UP_TO_DATE: { tone: 'ok', word: 'In sync', icon: 'check' },
  LOCAL_IS_NEWER: { tone: 'warn', word: 'Ahead of the file', icon: 'clock' },
  REMOTE_IS_NEWER: { tone: 'warn', word: 'Behind the file', icon: 'clock' },
  CONFLICT: { tone: 'bad', word: 'Conflict', icon: 'x' },
  UNREACHABLE: { tone: 'bad', word: 'Unreachable', icon: 'x' },
  UNKNOWN: { tone: 'idle', word: 'Not checked yet', icon: 'none' },
} as const satisfies Record<string, StatusWord>;

/** Words of the file in Git of a data contract, a data product or an ontology. */
export const gitTexts = {
  tab: 'Git',
  title: 'File in Git',
  kinds: { datacontracts: 'contract', dataproducts: 'data product', namespaces: 'ontology' },
  notConnected: 'Not connected with Git',
  notConnectedHint: (noun: string) =>
    `Connect this ${noun} with a file of a repository: a pull makes the file the ${noun}, a push commits the ${noun} as the file. Neither side is ever overwritten unseen.`,
  connect: 'Connect with a file',
  change: 'Change connection',
  disconnect: 'Disconnect',
  file: 'File',
  repository: 'Repository',
  branch: 'Branch',
  credential: 'Credential',
  firstThatFits: 'The first that fits',
  checked: 'Last look',
  neverChecked: 'Not yet',
  aKey: 'API key',
  aPerson: 'A person',
  states: {
    UP_TO_DATE: (noun: string) => `The ${noun} and the file are equal.`,
    LOCAL_IS_NEWER: (noun: string) =>
      `The ${noun} has changed since both sides were last equal. Push it.`,
    REMOTE_IS_NEWER: (noun: string) =>
      `The file has changed since both sides were last equal. Pull it into the ${noun}.`,
    CONFLICT: (noun: string) =>
      `The ${noun} and the file have both changed. Neither was overwritten: choose a side below.`,
    UNREACHABLE: () => 'The last look at the repository failed.',
    UNKNOWN: () => 'Nobody has looked at the file yet.',
  },
  noFile: (noun: string) => `The file does not exist yet: a push of the ${noun} creates it.`,
  check: 'Check',
  pull: 'Pull',
  push: 'Push',
  chooseSide: 'Both sides have changed: choose a side below.',
  fileIsNewer: 'The file is newer: pull it, or compare both texts below.',
  isRunning: 'Wait for the run, or cancel it.',
  pushTitle: (path: string) => `Push to ${path}`,
  pushHint: (branch: string) => `Adds one commit to the branch ${branch}, never by force.`,
  message: 'Commit message',
  messageHint: 'Optional',
  pushAction: 'Push commit',
} as const;

/** Words of the form that connects a document with a file. */
export const gitFormTexts = {
  title: 'Connect with a file in Git',
  changeTitle: 'Change the connection with Git',
  action: 'Connect',
  changeAction: 'Save connection',
  url: 'Address of the repository',
  urlHint: 'https://… or, with an SSH key, git@host:path',
  branch: 'Branch',
  path: 'Path of the file',
  pathHints: {
    datacontracts: 'A file that ends in .json is JSON, every other YAML.',
    dataproducts: 'A file that ends in .json is JSON, every other YAML.',
    namespaces: 'The file of an ontology is YAML.',
  },
  type: 'Git host',
  credential: 'Credential',
  credentialHint:
    'Without a name, the first that fits: of the owning team, of the teams above it, then of the organization.',
  nothingChanges: 'Connecting changes neither side.',
  disconnectTitle: 'Disconnect from Git?',
  disconnectDetail: (noun: string) =>
    `The ${noun} and the file both stay. The log of pulls and pushes is deleted.`,
} as const;

/** Words of two sides that differ. */
export const gitConflictTexts = {
  conflict: 'Both sides have changed',
  newer: 'What has changed in the file',
  hint: (noun: string) =>
    `Choose the side that stays. To keep parts of both, edit the ${noun} first, and then replace the file. If the other side changes meanwhile, nothing is replaced.`,
  newerHint: (noun: string) => `A pull replaces the ${noun} by the file as it is here.`,
  local: (noun: string) => `The ${noun}`,
  remote: 'The file',
  textLabel: 'Both texts',
  keepLocal: (noun: string) => `Keep the ${noun}`,
  keepRemote: 'Keep the file',
  keepLocalTitle: 'Replace the file?',
  keepRemoteTitle: (noun: string) => `Replace the ${noun}?`,
  keepLocalDetail: (path: string, noun: string) =>
    `A commit replaces ${path} by the ${noun}. The history of the branch keeps the text of the file that you have seen:`,
  keepRemoteDetail: (path: string, noun: string) =>
    `A new revision of the ${noun} gets the text of ${path}. Its earlier revisions stay. The text that you have seen:`,
  keepLocalAction: 'Replace the file',
  keepRemoteAction: (noun: string) => `Replace the ${noun}`,
  edit: (noun: string) => `Edit the ${noun}`,
} as const;

/** Words of pulls, pushes and looks. */
export const gitRunTexts = {
  title: 'Pulls, pushes and checks',
  kept: 'The last 90 days',
  none: 'None yet.',
  conflict: (noun: string) =>
    `The file has changed, too, and nothing was overwritten. If both sides still differ, compare their texts above and choose “${gitConflictTexts.keepLocal(noun)}” or “${gitConflictTexts.keepRemote}”.`,
  actions: {
    check: 'Check',
    pull: 'Pull',
    push: 'Push',
    'push-pr': 'Pull request',
  } as Readonly<Record<string, string>>,
  running: {
    check: 'Checking the file',
    pull: 'Pulling the file',
    push: 'Pushing the document',
    'push-pr': 'Opening a pull request',
  } as Readonly<Record<string, string>>,
  phases: {
    queued: 'Waiting for a worker',
    fetching: 'Fetching the newest commit',
    storing: 'Storing what the file has',
    pushing: 'Pushing the commit',
    ended: 'Ended',
  } as Readonly<Record<string, string>>,
  progress: 'Progress of the run',
  cancel: 'Cancel',
  log: (lines: number) => `Log, ${counted(lines, 'line')}`,
  noLog: 'The log is empty.',
  more: 'Show up to 100',
} as const;

/** Words of Git credentials of a team or of the organization. */
export const gitCredentialTexts = {
  tab: 'Git',
  title: 'Git credentials',
  teamLead:
    'With these, contracts, data products and ontologies of the team are pulled and pushed. Tokens are sealed and never shown.',
  organizationLead:
    'Every team may use these for its contracts, data products and ontologies. Tokens are sealed and never shown.',
  add: 'Add a Git credential',
  none: 'No Git credential yet',
  noneHint:
    'Add a token, an SSH key or a GitHub App, so that documents can be connected with files in Git.',
  name: 'Name',
  nameHint: 'For people, such as Repositories of the shop',
  externalId: 'Id for API clients',
  externalIdHint: 'Optional. Unique in the organization.',
  host: 'Host',
  hostHint: (host: string | undefined) =>
    host === undefined ? 'With its port, if it is not the usual one' : `${host}, if it is empty`,
  type: 'Git host',
  types: {
    github: 'GitHub',
    gitlab: 'GitLab',
    bitbucket: 'Bitbucket',
    azuredevops: 'Azure DevOps',
    gitea: 'Gitea',
    git: 'Another Git server',
  },
  kind: 'Kind',
  kinds: {
    authenticationToken: 'Access token',
    apiToken: 'API token of Bitbucket',
    sshKey: 'SSH key',
    githubApp: 'GitHub App',
  },
  secrets: {
    authenticationToken: 'Access token',
    apiToken: 'API token',
    sshKey: 'Private SSH key',
    githubApp: 'Private key of the app',
  },
  secretHints: {
    authenticationToken: 'Give it the rights to no more repositories than needed.',
    apiToken: 'Give it the rights to no more repositories than needed.',
    sshKey: 'In PEM or OpenSSH form, without a passphrase.',
    githubApp: 'The RSA key of the app in PEM form.',
  },
  keepHint: 'It is set. Empty keeps it, unless the host or the kind changes.',
  username: 'Account',
  usernameHint: {
    authenticationToken: 'Only if the Git host needs one',
    apiToken: 'The e-mail address of the account',
  },
  knownHosts: 'Keys of the server',
  knownHostsHint: 'The lines of ssh-keyscan. Only these keys are accepted.',
  appId: 'Id of the app',
  installationId: 'Id of its installation',
  updated: 'Changed',
  actions: 'Actions',
  change: 'Change',
  changeLabel: (name: string) => `Change ${name}`,
  remove: 'Delete',
  removeLabel: (name: string) => `Delete ${name}`,
  addAction: 'Add credential',
  changeAction: 'Save credential',
  removeAction: 'Delete credential',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeDetail:
    'Its token is deleted, too. Documents that use it are not pulled and pushed until another credential fits.',
} as const;
