import type { AnchorHTMLAttributes } from 'react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStable } from './useStable.ts';

type RowLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: string };

/**
 * A link in a row to a page of the console; useRowLinks opens it. A plain element: the router's own link has a
 * dozen hooks and renders again with each change of the URL, and a screen of rows has 50 links.
 */
export function RowLink({ to, ...rest }: RowLinkProps) {
  return <a {...rest} href={to} data-row-link />;
}

/** Opens the row links in an element without loading the document again. */
export function useRowLinks(element: HTMLElement | null): void {
  const navigate = useNavigate();
  const open = useStable((to: string) => void navigate(to));
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (event.button !== 0 || opensElsewhere || !(event.target instanceof Element)) return;
      const to = event.target.closest('a[data-row-link]')?.getAttribute('href');
      if (!to) return;
      event.preventDefault();
      open(to);
    };
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, [element, open]);
}
