import { counted } from '../../lib/numbers.ts';

/** Words of tests, their runs and their results. */
export const testTexts = {
  label: 'Tests of this contract, newest first',
  allServers: 'All servers',
  server: 'Server',
  result: 'Result',
  everyResult: 'Every result',
  failingOnly: 'Only failed',
  more: 'Load more',
  none: 'This contract has not been tested yet',
  noneDetail: 'Run a test, or let your pipeline publish results with datacontract test --publish.',
  back: 'All tests',
  checksOf: (failed: number, checks: number) =>
    failed === 0 ? counted(checks, 'check') : `${failed} of ${counted(checks, 'check')} fail`,
  version: (version: string) => `version ${version}`,
  took: (seconds: string) => `took ${seconds} s`,
  whenTested: 'When is it tested?',
  checks: 'Checks, worst first',
  check: 'Check',
  field: 'Field',
  found: 'Found',
  table: (name: string) => `Table ${name}`,
  noTable: 'About the whole contract',
  rows: 'Rows',
  showPassed: (value: number) => `Show ${counted(value, 'passed check')}`,
  hidePassed: 'Hide passed checks',
  log: 'Log',
  logLines: (value: number) => counted(value, 'line'),
  running: (server: string) => `The test on ${server} runs`,
  queued: (server: string) => `The test on ${server} waits for a worker`,
  progress: (done: number, total: number, table: string | undefined) =>
    `${done} of ${total} checks${table === undefined ? '' : `, ${table}`}`,
  ended: (server: string, failed: number, checks: number) =>
    failed === 0
      ? `The test on ${server} is done: all ${checks} checks pass.`
      : `The test on ${server} is done: ${failed} of ${checks} checks fail.`,
  bySchedule: 'requested by the schedule',
  requestedBy: (name: string) => `requested by ${name}`,
  runFailed: 'The test could not be run',
  cancelled: 'The test was cancelled',
  done: 'The test is done',
  cancel: 'Cancel test',
  dismiss: 'Close',
  seeResult: 'See the result',
} as const;
