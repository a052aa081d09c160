import { Command } from 'cmdk';
import { Dialog as Radix } from 'radix-ui';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cn } from '../ui/cn.ts';
import { Kbd } from '../ui/Kbd.tsx';
import { Scrim } from '../ui/Scrim.tsx';
import { useAfterFirstRender } from '../ui/useAfterFirstRender.ts';
import { useFocusBack } from '../ui/useFocusBack.ts';
import { byGroup } from './byGroup.ts';
import type { Finder } from './finder.ts';
import { type Action, useActions } from './registry.ts';
import { paletteTexts as texts } from './texts/palette.ts';
import { useFound } from './useFound.ts';

type PaletteProps = {
  open: boolean;
  onClose: () => void;
  finders: readonly Finder[];
};

const item =
  'flex min-h-9 cursor-pointer items-center gap-3 rounded-ui px-3 py-1 data-[selected=true]:bg-sunken';
const heading =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted';

/** Ctrl K: finds pages, actions of the current page, and results of the finders. */
export function Palette({ open, onClose, finders }: PaletteProps) {
  const navigate = useNavigate();
  const actions = useActions();
  const [text, setText] = useState('');
  const { found, searching, hasFailed } = useFound(open ? text : '', finders);
  // The list is a task of its own, after the search field has the focus.
  const isMounted = useAfterFirstRender();
  const offered = byGroup(isMounted ? actions.filter((action) => matches(action, text)) : []);

  const focusBack = useFocusBack(open);
  const chosen = useRef<(() => void) | null>(null);

  function choose(run: () => void) {
    chosen.current = run;
    onClose();
    setText('');
  }

  /** A dialog that the chosen action opens takes the focus after it has gone back. */
  function leave(event: Event) {
    focusBack(event);
    chosen.current?.();
    chosen.current = null;
  }

  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={leave}
          className={cn(
            'fixed top-[12dvh] left-1/2 z-40 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-ui border bg-raised shadow-pop',
            // A frame that is drawn before the list does not show an empty finder.
            !isMounted && 'opacity-0',
          )}
        >
          <Radix.Title className="sr-only">{texts.title}</Radix.Title>
          {/* cmdk does not filter: the server may match a field that is not shown. */}
          <Command label={texts.title} loop shouldFilter={false}>
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder={texts.placeholder}
              className="h-12 w-full border-b bg-transparent pr-28 pl-4 text-lg -outline-offset-2"
            />
            {/* Above the list, so that its appearance moves no entry under the pointer. */}
            <output className="absolute top-3.5 right-4 text-sm text-muted">
              {searching ? texts.searching : hasFailed && texts.failed}
            </output>
            <Command.List className="max-h-[60dvh] overflow-y-auto p-2">
              {isMounted && !searching && (
                <Command.Empty className="px-3 py-6 text-center text-muted">
                  {hasFailed ? texts.failedEmpty : texts.empty}
                </Command.Empty>
              )}
              {found.map(({ group, entries }) => (
                <Command.Group key={group} heading={group} className={heading}>
                  {entries.map((entry) => (
                    <Command.Item
                      key={entry.id}
                      value={`${group} ${entry.id}`}
                      onSelect={() => choose(() => navigate(entry.to))}
                      className={item}
                    >
                      <span className="truncate">{entry.label}</span>
                      <span className="ml-auto truncate text-sm text-muted">{entry.detail}</span>
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
              {offered.map(([group, inGroup]) => (
                <Command.Group key={group} heading={group} className={heading}>
                  {inGroup.map((action) => (
                    <ActionItem key={action.id} action={action} onSelect={() => choose(action.run)} />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Whether every typed word occurs in the action's name. */
function matches({ group, label }: Action, text: string): boolean {
  const name = `${group} ${label}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}

function ActionItem({ action, onSelect }: { action: Action; onSelect: () => void }) {
  return (
    <Command.Item value={String(action.id)} onSelect={onSelect} className={item}>
      <span className="flex-1">{action.label}</span>
      {action.keys && <Kbd keys={action.keys} />}
    </Command.Item>
  );
}
