import { CheckField } from '../ui/CheckField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { byGroup } from './byGroup.ts';
import { useActions } from './registry.ts';
import { setSingleKeys, useSingleKeys } from './singleKeys.ts';
import { sheetTexts as texts } from './texts/sheet.ts';
import { keyTexts } from './texts.ts';

const always = [
  { group: keyTexts.everywhere, label: texts.find, keys: 'Ctrl K' },
  { group: keyTexts.everywhere, label: texts.sameInRow, keys: '↓ ↑' },
  { group: keyTexts.everywhere, label: texts.close, keys: 'Esc' },
];

/** The `?` sheet: all shortcuts of the current page. */
export function KeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const singleKeys = useSingleKeys();
  const groups = byGroup([...always, ...useActions()].filter(({ keys }) => keys));
  return (
    <Dialog open={open} onClose={onClose} title={texts.title} wide readOnly>
      {/* A section's margin is cut off at the end of a column. */}
      <div className="gap-8 pb-3 sm:columns-2">
        {groups.map(([group, actions]) => (
          <section key={group} className="mb-4">
            <h3 className="mb-1 break-after-avoid text-sm font-semibold text-muted">{group}</h3>
            <ul>
              {actions.map(({ label, keys }) => (
                <li key={label} className="flex break-inside-avoid items-center justify-between gap-4 py-1">
                  <span>{label}</span>
                  {keys && <Kbd keys={keys} always />}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <CheckField
        label={texts.singleKeys}
        hint={texts.singleKeysHint}
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.target.checked)}
      />
    </Dialog>
  );
}
