import clsx from 'clsx';
import { X } from 'lucide-react';
import { type Ref, useState } from 'react';
import { controlLook } from '../../ui/controlLook.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useTypedText } from '../../ui/useTypedText.ts';
import { leadListTexts } from '../texts/list.ts';
import { MissingOrderIds } from './MissingOrderIds.tsx';
import { parseOrderIds } from './orderIds.ts';

const texts = leadListTexts.orderIds;

type OrderIdBoxProps = {
  /** Separated by commas. */
  value: string;
  /** Called when typing pauses. */
  onChange: (orderIds: string) => void;
  ref?: Ref<HTMLTextAreaElement>;
};

const PAUSE_MS = 400;
const MOST = 500;

/** Accepts pasted text with many order ids; shows their number and, on request, the ids. */
export function OrderIdBox({ value, onChange, ref }: OrderIdBoxProps) {
  const { text, type } = useTypedText(value, onChange, textOf);
  const [shown, setShown] = useState(false);
  const ids = parseOrderIds(text);
  const changeLater = (next: string, pause: number) =>
    type(next, parseOrderIds(next).slice(0, MOST).join(','), pause);

  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1 max-md:order-1 max-md:basis-full">
      <div className="relative">
        <textarea
          ref={ref}
          rows={1}
          aria-label={texts.label}
          placeholder={texts.placeholder}
          value={text}
          onChange={(event) => changeLater(event.target.value, PAUSE_MS)}
          className={clsx(
            controlLook,
            'block field-sizing-content max-h-24 min-h-8 resize-none py-1 pr-9 max-md:min-h-11 max-md:py-2.5',
          )}
        />
        {text !== '' && (
          <IconButton
            icon={X}
            label={texts.clear}
            onClick={({ currentTarget: { previousElementSibling: box } }) => {
              // This button disappears. Without the focus in the box, typing would press the page's keys.
              if (box instanceof HTMLElement) box.focus();
              changeLater('', 0);
            }}
            className="absolute top-0.5 right-0.5 max-md:top-1"
          />
        )}
      </div>
      {ids.length > 0 && (
        <p className="flex items-center gap-2 text-xs text-muted">
          <output>{texts.count(ids.length)}</output>
          {ids.length > MOST && <span className="text-warn">{texts.onlyFirst(MOST)}</span>}
          <button
            type="button"
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
            className="rounded-ui text-primary-text hover:underline max-md:py-2"
          >
            {shown ? texts.hide : texts.show}
          </button>
        </p>
      )}
      <MissingOrderIds value={value} />
      {shown && ids.length > 0 && (
        <ul aria-label={texts.parsed} className="flex max-h-24 flex-wrap gap-1 overflow-y-auto">
          {ids.map((id) => (
            <li key={id} className="rounded-ui bg-sunken px-1.5 text-xs leading-5 break-all">
              {id}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const textOf = (value: string) => parseOrderIds(value).join(', ');
