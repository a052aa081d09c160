import { cva, type VariantProps } from 'class-variance-authority';
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import { cn } from './cn.ts';
import { controlHeight } from './controlLook.ts';
import { onFirstClick } from './onFirstClick.ts';
import { Spinner } from './Spinner.tsx';

/** The button's classes, for links that are actions (`<Link className={buttonVariants({ variant: 'primary' })}>`). */
export const buttonVariants = cva(
  [
    'inline-flex shrink-0 items-center justify-center rounded-ui font-medium whitespace-nowrap',
    'transition-colors disabled:cursor-not-allowed disabled:opacity-55',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
  ],
  {
    variants: {
      variant: {
        primary: 'bg-primary text-on-primary hover:bg-primary-hover',
        secondary: 'border border-line-strong/60 bg-surface text-ink hover:bg-sunken',
        ghost: 'text-ink hover:bg-sunken',
        danger: 'bg-bad-solid text-on-bad hover:bg-bad-solid-hover',
      },
      size: {
        sm: 'h-7 gap-1.5 px-2 text-sm max-md:h-9',
        md: `${controlHeight} gap-2 px-3 text-base`,
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  VariantProps<typeof buttonVariants> & {
    icon?: LucideIcon;
    /**
     * The action is running: the button keeps its width and the focus, shows a spinner and ignores clicks. Given also while it is
     * not: then the button ignores the second click of a double click, which may come before `busy` is set.
     */
    busy?: boolean;
    /** It has nothing to do now, at the end of a list for example: it keeps the focus and ignores clicks. */
    unavailable?: boolean;
    ref?: Ref<HTMLButtonElement>;
  };

export function Button({
  variant,
  size,
  icon: Icon,
  busy,
  unavailable = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cn(buttonVariants({ variant, size }), className)}
      onClick={busy === undefined ? onClick : (event) => onFirstClick(() => onClick?.(event))(event)}
      // Not `disabled`, which takes the focus: Tab would then go on at another place, and Enter would do nothing.
      {...(busy && { 'aria-busy': true })}
      {...((busy || unavailable) && { 'aria-disabled': true, onClick: ignoreClick })}
    >
      {busy ? <Spinner /> : Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
    </button>
  );
}

/** A click would submit the form again, also the one that Enter in a field of the form makes. */
const ignoreClick = (event: MouseEvent) => event.preventDefault();
