import clsx from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type Dispatch, type FormEvent, type Ref, type SetStateAction, useState } from 'react';
import { titleOf } from '../keys/keymap.ts';
import { Input } from './Input.tsx';
import { pageWindow } from './pageWindow.ts';
import { Select } from './Select.tsx';
import { uiTexts } from './texts.ts';

type PaginationProps = {
  page: number;
  totalPages: number;
  /** Opens a page. A step is a function of the page: a second one may come before the first one is rendered. */
  onPage: Dispatch<SetStateAction<number>>;
  limit: number;
  limits: readonly number[];
  onLimit: (limit: number) => void;
  /** The page number input, for the shortcut that focuses it. */
  goTo?: Ref<HTMLInputElement>;
};

const cell =
  'inline-flex h-7 min-w-7 items-center justify-center rounded-ui px-1.5 text-sm tabular-nums max-md:h-9 max-md:min-w-9 ' +
  'disabled:cursor-not-allowed disabled:opacity-55';

/** The step back, for `onPage`. */
export const previousPage = (page: number) => Math.max(1, page - 1);

/** The step forward, for `onPage`. */
export const nextPage = (last: number) => (page: number) => Math.min(last, page + 1);

export function Pagination({
  page,
  totalPages,
  onPage,
  limit,
  limits,
  onLimit,
  goTo = null,
}: PaginationProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex items-center gap-2 text-sm text-muted">
        {uiTexts.pagination.show}
        <Select
          aria-label={uiTexts.pagination.limit}
          value={String(limit)}
          onChange={(event) => onLimit(Number(event.target.value))}
          options={limits.map((n) => ({ value: String(n), label: String(n) }))}
          className="w-20"
        />
        {uiTexts.pagination.perPage}
      </div>
      <nav aria-label={uiTexts.pagination.label} className="flex flex-wrap items-center gap-0.5">
        <button
          type="button"
          aria-label={uiTexts.pagination.previous}
          disabled={page <= 1}
          onClick={() => onPage(previousPage)}
          className={clsx(cell, 'enabled:hover:bg-sunken')}
        >
          <ChevronLeft aria-hidden className="size-4" />
        </button>
        {pageWindow(page, totalPages).map((slot) =>
          slot.kind === 'gap' ? (
            <span key={slot.key} aria-hidden className="min-w-5 text-center text-muted">
              …
            </span>
          ) : (
            <button
              key={slot.page}
              type="button"
              aria-label={uiTexts.pagination.page(slot.page)}
              aria-current={slot.page === page ? 'page' : undefined}
              onClick={() => onPage(slot.page)}
              className={clsx(
                cell,
                slot.page === page ? 'bg-primary font-medium text-on-primary' : 'hover:bg-sunken',
              )}
            >
              {slot.page}
            </button>
          ),
        )}
        <button
          type="button"
          aria-label={uiTexts.pagination.next}
          disabled={page >= totalPages}
          onClick={() => onPage(nextPage(totalPages))}
          className={clsx(cell, 'enabled:hover:bg-sunken')}
        >
          <ChevronRight aria-hidden className="size-4" />
        </button>
        {totalPages > 1 && (
          <GoTo key={page} page={page} totalPages={totalPages} onPage={onPage} goTo={goTo} />
        )}
      </nav>
    </div>
  );
}

type GoToProps = Pick<PaginationProps, 'page' | 'totalPages' | 'onPage'> & { goTo: Ref<HTMLInputElement> };

/** Opens a page by number; a number past the end opens the last page. */
function GoTo({ page, totalPages, onPage, goTo }: GoToProps) {
  const [text, setText] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = Math.min(totalPages, Number.parseInt(text, 10));
    setText('');
    if (wanted >= 1 && wanted !== page) onPage(wanted);
  }

  return (
    <form onSubmit={submit} className="ml-2 flex items-center gap-1 text-sm text-muted">
      <Input
        ref={goTo}
        inputMode="numeric"
        aria-label={uiTexts.pagination.goToPageUpTo(totalPages)}
        title={titleOf(uiTexts.pagination.goToPage, 'go-to-page')}
        placeholder={uiTexts.pagination.goTo}
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\D/g, '').slice(0, 7))}
        className="w-18"
      />
    </form>
  );
}
