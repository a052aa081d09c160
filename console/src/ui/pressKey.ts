import { flushSync } from 'react-dom';

export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
/** Inputs that a key does not edit. */
const NO_TEXT = '[type=checkbox], [type=radio], [type=button], [type=submit], [type=file], [type=range]';

/** The select that letters were last pressed in, and these letters. */
let typed: { into: Element; text: string } | null = null;

/**
 * Presses a key that was kept (keptKeys.ts) on the element that has the focus now. Handlers get an event, but to an event of a
 * script the browser itself does nothing: what it does for a key that the user presses is done here.
 */
export function pressKey(pressed: Pressed): void {
  const { key, shiftKey, ctrlKey, metaKey } = pressed;
  const target = document.activeElement ?? document.body;
  // The next key must find what this one has changed.
  flushSync(() => {
    const goesOn = target.dispatchEvent(
      new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true }),
    );
    if (goesOn && !ctrlKey && !metaKey && target instanceof HTMLElement) act(target, key, shiftKey);
  });
}

function act(target: HTMLElement, key: string, shiftKey: boolean): void {
  const step = STEPS[key];
  if (key === 'Tab') moveFocus(target, shiftKey ? -1 : 1);
  else if (target instanceof HTMLSelectElement) choose(target, key);
  else if (target.matches(`textarea, input:not(${NO_TEXT})`)) edit(target, key);
  else if (step !== undefined && target.matches('[type=radio]')) chooseRadio(target, step);
  else if (key === ' ' && target.matches('button, input')) target.click();
  else if (key === 'Enter' && target.matches('button, a[href]')) target.click();
}

/** As the browser does it, with undo and the field's longest length: only this old call inserts as if it was typed. */
function edit(field: HTMLElement, key: string): void {
  if (key === 'Backspace') document.execCommand('delete');
  else if (key === 'Enter' && field instanceof HTMLInputElement) field.form?.requestSubmit();
  else if (key === 'Enter') document.execCommand('insertText', false, '\n');
  else if ([...key].length === 1) document.execCommand('insertText', false, key);
}

function choose(select: HTMLSelectElement, key: string): void {
  const options = [...select.options];
  const step = STEPS[key];
  if (step === undefined && [...key].length > 1) return;
  typed =
    step === undefined ? { into: select, text: (typed?.into === select ? typed.text : '') + key } : null;
  const start = typed?.text.toLowerCase();
  const at =
    start === undefined
      ? select.selectedIndex + (step ?? 0)
      : options.findIndex(({ text, disabled }) => !disabled && text.toLowerCase().startsWith(start));
  const option = options[at];
  if (!option || option.disabled) return;
  select.selectedIndex = at;
  for (const event of ['input', 'change']) select.dispatchEvent(new Event(event, { bubbles: true }));
}

function chooseRadio(radio: HTMLElement, step: number): void {
  const group = radio.closest('[role=radiogroup], fieldset, form') ?? document;
  const radios = [...group.querySelectorAll<HTMLElement>('[type=radio]:enabled')];
  const next = radios[(radios.indexOf(radio) + step + radios.length) % radios.length];
  next?.focus();
  next?.click();
}

/** Within the popup; at its ends, its own handler moves the focus. */
function moveFocus(from: HTMLElement, step: number): void {
  const popup = from.closest('[role=dialog], [role=alertdialog]');
  const stops = [
    ...(popup?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]') ?? []),
  ].filter((one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility() && isStop(one));
  const next = stops[stops.indexOf(from) + step];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

/** Of radio buttons, only the checked one is reached by Tab. */
function isStop(control: HTMLElement): boolean {
  const group = control.matches('[type=radio]') && control.closest('[role=radiogroup]');
  return !group || control.matches(':checked') || group.querySelector(':checked') === null;
}
