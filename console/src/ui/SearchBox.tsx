import clsx from 'clsx';
import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import { controlHeight, controlLook } from './controlLook.ts';
import { uiTexts } from './texts.ts';
import { useTypedText } from './useTypedText.ts';

type SearchBoxProps = {
  label: string;
  placeholder?: string;
  /** With the key that focuses it: 'Search users (/)'. */
  title?: string;
  value: string;
  /** Called when typing pauses; at once on Enter and on clearing. */
  onChange: (value: string) => void;
  className?: string;
  ref?: Ref<HTMLInputElement>;
};

const PAUSE_MS = 300;

export function SearchBox({ label, placeholder, title, value, onChange, className, ref }: SearchBoxProps) {
  const { text, type } = useTypedText(value, onChange);
  const changeLater = (next: string, pause: number) => type(next, next.trim(), pause);

  return (
    <search className={clsx('relative block min-w-0', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted max-md:top-3.5"
      />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        title={title}
        value={text}
        onChange={(event) => changeLater(event.target.value, PAUSE_MS)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') changeLater(text, 0);
          if (event.key === 'Escape' && text) changeLater('', 0);
        }}
        className={clsx(
          controlLook,
          controlHeight,
          'pl-8 [&::-webkit-search-cancel-button]:hidden',
          // Room for the button, which an empty field does not have.
          text && 'pr-8',
        )}
      />
      {text && (
        <button
          type="button"
          aria-label={uiTexts.clearSearch}
          onClick={({ currentTarget }) => {
            // This button disappears. Without the focus in the box, typing would press the page's keys.
            currentTarget.parentElement?.querySelector('input')?.focus();
            changeLater('', 0);
          }}
          className="absolute top-1 right-1.5 rounded-ui p-1 text-muted max-md:top-2.5 hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </search>
  );
}
