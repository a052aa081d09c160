import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { cn } from './cn.ts';
import { pressesPrimary } from './DialogActions.tsx';
import { IconButton } from './IconButton.tsx';
import { Scrim } from './Scrim.tsx';
import { uiTexts } from './texts.ts';
import { useFocusBack } from './useFocusBack.ts';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  /** Only its buttons close it, not Escape or a click outside, because its content is shown only once. */
  stays?: boolean;
  /** Its request runs: the dialog stays until the answer, which it may have to show, and which may close it. */
  busy?: boolean;
  /** The focus starts on the dialog itself and on none of its controls: it is only read. */
  readOnly?: boolean;
  children: ReactNode;
};

const BusyContext = createContext<(isBusy: boolean) => void>(() => {});

/** Makes the dialog around a form busy while the form's request runs. */
export function useDialogBusy(isBusy: boolean): void {
  const setIsBusy = useContext(BusyContext);
  useEffect(() => {
    setIsBusy(isBusy);
    return () => setIsBusy(false);
  }, [setIsBusy, isBusy]);
}

/** A modal dialog. Escape and a click outside close it; the focus moves in and returns on closing. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  wide = false,
  stays = false,
  busy = false,
  readOnly = false,
  children,
}: DialogProps) {
  const focusBack = useFocusBack(open);
  const [isFormBusy, setIsFormBusy] = useState(false);
  const isBusy = busy || isFormBusy;
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !isBusy && onClose()}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          onOpenAutoFocus={readOnly ? startOnDialog : startInBody}
          onCloseAutoFocus={focusBack}
          onEscapeKeyDown={(event) => stays && event.preventDefault()}
          onInteractOutside={(event) => stays && event.preventDefault()}
          {...(!stays && { onKeyDown: pressesPrimary })}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2',
            // The focus may start on the dialog itself, which is not a control: it needs no outline.
            'flex-col rounded-ui border bg-raised shadow-pop outline-none',
            wide ? 'max-w-2xl' : 'max-w-md',
          )}
        >
          <div className="border-b py-3 pr-12 pl-4 break-words">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
          </div>
          <div
            data-body
            className="scroll-pb-20 overflow-y-auto p-4 has-data-actions:pb-0 has-[[data-actions]_[role=alert]]:scroll-pb-36"
          >
            <BusyContext value={setIsFormBusy}>{children}</BusyContext>
          </div>
          {/* Last in the DOM, so that the focus starts in the content and not on Close. */}
          <IconButton
            icon={X}
            label={uiTexts.close}
            {...(!stays && { keys: 'Esc' })}
            disabled={isBusy}
            onClick={onClose}
            className="absolute top-2.5 right-2.5 max-md:top-1.5"
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Focuses the first control of the content; of radio buttons, the checked one. If the content is still loading,
 * focuses the dialog itself and not the Close button.
 */
function startInBody(event: Event) {
  const { currentTarget: dialog } = event;
  if (!(dialog instanceof HTMLElement)) return;
  const first = dialog.querySelector('[data-body] :is(input, select, textarea, button, a[href])');
  const checked = first?.closest('[role=radiogroup]')?.querySelector<HTMLElement>(':checked');
  if (first && !checked) return;
  event.preventDefault();
  (checked ?? dialog).focus();
}

function startOnDialog(event: Event) {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
