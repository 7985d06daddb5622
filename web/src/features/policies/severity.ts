import { policyTexts } from '../../texts/studio/policies.ts';
import type { StatusWord } from '../../texts/status-words.ts';

export const severityOf = (severity: string): StatusWord =>
  severity === 'warning'
    ? { tone: 'warn', word: policyTexts.warning, icon: 'alert' }
    : { tone: 'bad', word: policyTexts.error, icon: 'x' };
