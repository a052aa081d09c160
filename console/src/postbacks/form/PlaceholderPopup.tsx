import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import { FailedChoices } from '../../pages/list/FailedChoices.tsx';
import { placeholderValues } from '../queries.ts';
import { postbackTexts } from '../texts.ts';

type PlaceholderPopupProps = {
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPick: (name: string) => void;
  /** Moves the focus back after closing. */
  onClosed?: (() => void) | undefined;
};

/** PlaceholderPicker's button and content: loads when the first one opens. */
export function PlaceholderPopup({ trigger, open, onOpenChange, onPick, onClosed }: PlaceholderPopupProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={postbackTexts.form.placeholders.title}
          onCloseAutoFocus={(event) => {
            if (!onClosed) return;
            event.preventDefault();
            onClosed();
          }}
          className="z-50 w-96 max-w-[calc(100vw-1rem)] overflow-hidden rounded-ui border bg-raised shadow-pop"
        >
          <Names
            onPick={(name) => {
              onPick(name);
              onOpenChange(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Names({ onPick }: { onPick: (name: string) => void }) {
  const query = useQuery(placeholderValues);
  const orderId = query.data?.data.orderId ?? null;
  return (
    <>
      <Command label={postbackTexts.form.placeholders.title} loop>
        <Command.Input
          placeholder={postbackTexts.form.placeholders.find}
          className="h-10 w-full border-b bg-transparent px-3 text-base -outline-offset-2 max-md:text-lg"
        />
        <Command.List className="max-h-72 overflow-y-auto p-1">
          <Command.Empty className="px-3 py-4 text-center text-muted">
            {query.data
              ? postbackTexts.form.placeholders.empty
              : query.isPending && postbackTexts.form.placeholders.loading}
          </Command.Empty>
          {query.data?.data.placeholders.map(({ name, value }) => (
            <Command.Item
              key={name}
              value={name}
              onSelect={() => onPick(name)}
              className="flex min-h-8 cursor-pointer items-center gap-3 rounded-ui px-2 data-[selected=true]:bg-sunken max-md:min-h-10"
            >
              <span className="shrink-0 font-mono text-xs">{name}</span>
              <span className="ml-auto truncate text-xs text-muted" dir="auto">
                {value || '—'}
              </span>
            </Command.Item>
          ))}
        </Command.List>
      </Command>
      {query.data ? (
        <p className="border-t px-3 py-2 text-xs text-muted">
          {orderId === null
            ? postbackTexts.form.placeholders.noLead
            : postbackTexts.form.placeholders.lastLead(orderId)}
        </p>
      ) : (
        // Not within the list, where Enter picks a placeholder.
        <div className="px-3 pb-2">
          <FailedChoices of={{ [postbackTexts.form.placeholders.title]: query }} />
        </div>
      )}
    </>
  );
}
