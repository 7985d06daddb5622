type DesignedAnswer = {
  status: number;
  detail: RegExp;
  /** Matches the error that the process logged, if the answer alone is ambiguous. */
  logged?: RegExp;
  why: string;
};

/**
 * Answers with status 503 by design: each says that a resource is limited or takes longer, and asks the client
 * to retry. Every other status above 499 is a finding.
 */
export const designedAnswers: readonly DesignedAnswer[] = [
  { status: 503, detail: /^Too many event streams are open/, why: 'streams are bounded' },
  {
    status: 503,
    detail: /^Too many (large bodies are waiting|dry runs are waiting)/,
    why: 'long bodies and dry runs that wait are bounded',
  },
  {
    status: 503,
    detail: /^This takes too long to work on/,
    why: 'work on a body is bounded in time',
  },
  {
    status: 503,
    detail: /^(The files are still being generated|The generated files have already been deleted)/,
    why: 'generating takes longer than the client would wait',
  },
  {
    status: 503,
    detail: /^The merge is still waiting or going on/,
    why: 'merging takes longer than the client would wait',
  },
  {
    status: 503,
    detail: /^The storage of attachments does not answer/,
    why: 'the storage is another service',
  },
  {
    status: 503,
    detail: /^The database is not available/,
    logged: /^canceling statement due to lock timeout/,
    why: 'writers of one row wait for each other, and not without end',
  },
];

/** True if the answer is one of `designedAnswers`; `logged` is the error that the process logged, if any. */
export function isDesigned(status: number, detail: string, logged = ''): boolean {
  return designedAnswers.some(
    (answer) =>
      answer.status === status &&
      answer.detail.test(detail) &&
      (answer.logged === undefined || answer.logged.test(logged)),
  );
}

/** Error text of an answer, in the formats of the API and `/v1`. */
export function problemIn(answer: string): string {
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  const start = body.indexOf('{');
  if (start < 0) return body.slice(0, 200);
  try {
    const { detail, message } = JSON.parse(body.slice(start, body.lastIndexOf('}') + 1)) as {
      detail?: string;
      message?: string;
    };
    return detail ?? message ?? '';
  } catch {
    return body.slice(start, start + 200);
  }
}
