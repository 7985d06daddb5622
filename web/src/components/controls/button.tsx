import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';

type Tone = 'primary' | 'danger' | 'quiet';

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  tone?: Tone;
  compact?: boolean;
  wide?: boolean;
  /** Stays focusable, so that the reason beside it can be read; a click does nothing. */
  disabled?: boolean;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
};

/** A verb with its object: "Retry 26". */
export function Button({
  tone,
  compact,
  wide,
  disabled,
  onClick,
  className,
  ...rest
}: ButtonProps) {
  const classes = ['button', tone, compact && 'compact', wide && 'wide', className];
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (disabled === true) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(' ')}
      aria-disabled={disabled === true ? true : undefined}
      onClick={click}
    />
  );
}
