import { ArrowUp } from 'lucide-react';

/**
 * A button that scrolls to new rows at the top while the user reads further down. Its region is there before the first of
 * them: screen readers announce what appears in a region, not a region that appears.
 * @param text null without new rows
 */
export function NewRows({ text, onShow }: { text: string | null; onShow: () => void }) {
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-2 z-30 flex h-0 justify-center overflow-visible"
    >
      {text !== null && (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto mt-10 inline-flex h-7 items-center gap-1.5 rounded-full bg-primary px-3 text-sm font-medium text-on-primary shadow-pop hover:bg-primary-hover"
        >
          <ArrowUp aria-hidden className="size-4" />
          {text}
        </button>
      )}
    </div>
  );
}
