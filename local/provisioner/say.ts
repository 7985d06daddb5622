/** One step of the simulator. */
export type Said = {
  /** `provisioning-started`, …, `skipped`, `refused`, `waiting`, `truncated`, `ended`. */
  step: string;
  accessId?: string;
  platform?: string | undefined;
  detail?: string;
};

export type Say = (said: Said) => void;

/** Prints each step immediately as one line: for people, or as JSON for programs. */
export function createSay(print: (line: string) => void, asJson: boolean, now: () => Date): Say {
  return (said) => {
    const time = now().toISOString();
    print(asJson ? JSON.stringify({ time, ...said }) : lineOf(time, said));
  };
}

function lineOf(time: string, { step, accessId, platform, detail }: Said): string {
  const about = accessId === undefined ? '' : ` ${accessId}`;
  const where = platform === undefined ? '' : ` on ${platform}`;
  return `${time} ${step}${about}${where}${detail === undefined ? '' : `: ${detail}`}`;
}
