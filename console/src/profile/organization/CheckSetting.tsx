import { CheckField } from '../../ui/CheckField.tsx';
import { saveAtOnce } from './saveAtOnce.ts';

type CheckSettingProps = {
  on: boolean;
  save: Parameters<typeof saveAtOnce<boolean>>[0];
  texts: Parameters<typeof saveAtOnce>[1] & { label: string; hint: string };
};

/** A setting that is on or off, saved when it changes. */
export function CheckSetting({ on, save, texts }: CheckSettingProps) {
  const change = saveAtOnce(save, texts);
  return (
    <CheckField
      label={texts.label}
      hint={texts.hint}
      checked={on}
      onChange={({ target }) => change(target.checked)}
    />
  );
}
