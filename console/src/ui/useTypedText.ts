import { useEffect, useRef, useState } from 'react';

type TypedText = {
  text: string;
  /** Shows a text, and reports its value after `pause` ms without another change. Null: the text has no value yet. */
  type: (text: string, value: string | null, pause: number) => void;
  /** Shows the value that was reported last. */
  restore: () => void;
};

/**
 * The text of a field whose value is in the URL. The URL may change outside the field: Back, Clear, a link. The field's
 * own changes come back normalized and late: they must not overwrite the text that the user is typing.
 * @param textOf the text for a value; the same function in every render
 */
export function useTypedText(
  value: string,
  onChange: (value: string) => void,
  textOf: (value: string) => string = asItIs,
): TypedText {
  const [text, setText] = useState(() => textOf(value));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reported = useRef(value);
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    clearTimeout(timer.current);
    setText(textOf(value));
  }, [value, textOf]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function report(next: string) {
    reported.current = next;
    onChange(next);
  }

  return {
    text,
    type(next, itsValue, pause) {
      setText(next);
      clearTimeout(timer.current);
      if (itsValue === null) return;
      if (pause === 0) report(itsValue);
      else timer.current = setTimeout(() => report(itsValue), pause);
    },
    restore: () => setText(textOf(reported.current)),
  };
}

const asItIs = (value: string) => value;
