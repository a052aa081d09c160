import { TriangleAlert } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { leadFormTexts } from '../texts/form.ts';

const texts = leadFormTexts.edit;

/** Shown when another user changed the same fields: saving now would undo that change. */
export function ChangedMeanwhile({ onReload }: { onReload: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-ui bg-warn-soft px-3 py-2 text-warn"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">{texts.changedMeanwhile}</p>
      <Button size="sm" onClick={onReload}>
        {texts.reload}
      </Button>
    </div>
  );
}
