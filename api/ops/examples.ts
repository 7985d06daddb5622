/** Bodies of operators, by the names of their schemas. */
export const operationExamples: Readonly<Record<string, unknown>> = {
  KindPause: { reason: 'The mail server is being replaced.' },
  WorkRetryRequest: {
    filter: { kind: 'mail', state: 'FAILED', error: 'connection refused' },
    expectedCount: 12,
  },
  MailTestRequest: { to: 'ada@example.com' },
  SchedulePreviewRequest: { expression: '0 6 * * 1-5', timezone: 'Europe/Berlin' },
  WorkCancelRequest: { filter: { kind: 'scheduled-tests', state: 'QUEUED' }, expectedCount: 300 },
};
