import { ArrowUp } from 'lucide-react';

/** The way to rows that arrived above while someone was reading further down. */
export function NewRows({ text, onShow }: { text: string; onShow: () => void }) {
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-2 z-30 flex h-0 justify-center overflow-visible"
    >
      <button
        type="button"
        onClick={onShow}
        className="pointer-events-auto mt-10 inline-flex h-7 items-center gap-1.5 rounded-full bg-primary px-3 text-sm font-medium text-on-primary shadow-pop hover:bg-primary-hover"
      >
        <ArrowUp aria-hidden className="size-4" />
        {text}
      </button>
    </div>
  );
}
