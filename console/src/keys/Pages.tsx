import { type ComponentProps, useRef } from 'react';
import { nextPage, Pagination, previousPage } from '../ui/Pagination.tsx';
import { useAction } from './registry.ts';
import { keyTexts } from './texts.ts';

type PagesProps = Omit<ComponentProps<typeof Pagination>, 'goTo'> & { group: string };

/** Pagination with shortcuts. */
export function Pages({ group, ...props }: PagesProps) {
  const { page, totalPages, onPage } = props;
  const goTo = useRef<HTMLInputElement>(null);
  useAction(
    page < totalPages
      ? { label: keyTexts.pages.next, group, action: 'next-page', run: () => onPage(nextPage(totalPages)) }
      : null,
  );
  useAction(
    page > 1
      ? { label: keyTexts.pages.previous, group, action: 'previous-page', run: () => onPage(previousPage) }
      : null,
  );
  useAction(
    totalPages > 1
      ? { label: keyTexts.pages.goTo, group, action: 'go-to-page', run: () => goTo.current?.select() }
      : null,
  );
  return <Pagination {...props} goTo={goTo} />;
}
