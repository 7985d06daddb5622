/** The mark and the name of the organization. */
export function Brand({ organization }: { organization: string }) {
  return (
    <div className="brand">
      <svg className="mark" viewBox="0 0 26 26" aria-hidden>
        <rect width="26" height="26" rx="7" fill="var(--accent)" />
        <rect
          x="7"
          y="7"
          width="12"
          height="12"
          rx="5.5"
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="2.6"
        />
      </svg>
      <span>
        Concordat
        <small>{organization}</small>
      </span>
    </div>
  );
}
