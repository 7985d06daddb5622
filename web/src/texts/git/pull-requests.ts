/** Words of pull requests with which a document is proposed. */
export const pullRequestTexts = {
  title: 'Pull requests',
  propose: 'Propose as pull request',
  proposeTitle: (path: string) => `Propose a change of ${path}`,
  hint: (branch: string) =>
    `Commits the document to a new branch, and opens a pull request to the branch ${branch}.`,
  replaces:
    'The file has changed, too: the pull request replaces the text that is shown below. If the file changes again, nothing is proposed.',
  name: 'Title',
  nameHint: 'Optional. Without one it names the document.',
  text: 'Description',
  target: 'Target branch',
  targetHint: 'The branch of the connection',
  branch: 'New branch',
  branchHint: 'Optional. Without one it is named after the document and its text.',
  message: 'Commit message',
  messageHint: 'Optional',
  action: 'Open pull request',
  nothing: 'Both sides are equal: there is nothing to propose.',
  fileIsNewer: 'The file is newer: pull it first.',
  noHost:
    'Another Git server has no pull requests: push instead, or choose the Git host in the connection.',
  noToken:
    'Pull requests need a token: connect the document by the https:// address of the repository.',
  number: (number: string) => `#${number}`,
  opened: 'opened',
  hostDecides: 'The Git host says whether it was merged. After a merge, check the file.',
} as const;
