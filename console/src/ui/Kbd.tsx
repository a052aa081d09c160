import clsx from 'clsx';

type KbdProps = {
  keys: string;
  /** Also where the keys are no hint beside something else: in the list of shortcuts. */
  always?: boolean;
};

/**
 * A key, or keys pressed in sequence (`g l`), drawn as keyboard keys. On a touch screen only if `always`: a phone has no keys,
 * and hints take the room of labels.
 */
export function Kbd({ keys, always = false }: KbdProps) {
  const pressed = keys.split(' ').map((key, place) => ({ key, id: `${place} ${key}` }));
  return (
    <span
      className={clsx('inline-flex shrink-0 items-center gap-1 text-xs', !always && 'pointer-coarse:hidden')}
    >
      {pressed.map(({ key, id }) => (
        <kbd key={id} className="min-w-5 rounded-ui border border-current/40 px-1 text-center font-sans">
          {key}
        </kbd>
      ))}
    </span>
  );
}
