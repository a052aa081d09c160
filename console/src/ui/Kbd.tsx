/** A key, or keys pressed in sequence (`g l`), drawn as keyboard keys. */
export function Kbd({ keys }: { keys: string }) {
  const pressed = keys.split(' ').map((key, place) => ({ key, id: `${place} ${key}` }));
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-xs">
      {pressed.map(({ key, id }) => (
        <kbd key={id} className="min-w-5 rounded-ui border border-current/40 px-1 text-center font-sans">
          {key}
        </kbd>
      ))}
    </span>
  );
}
