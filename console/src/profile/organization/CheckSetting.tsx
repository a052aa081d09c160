import { CheckField } from '../../ui/CheckField.tsx';
import { useSetting } from './useSetting.ts';

type CheckSettingProps = {
  on: boolean;
  save: Parameters<typeof useSetting<boolean>>[1];
  texts: Parameters<typeof useSetting>[2] & { label: string; hint: string };
};

/** A setting that is on or off, saved when it changes. */
export function CheckSetting({ on, save, texts }: CheckSettingProps) {
  const [shown, change] = useSetting(on, save, texts);
  return (
    <CheckField
      label={texts.label}
      hint={texts.hint}
      checked={shown}
      onChange={({ target }) => change(target.checked)}
    />
  );
}
