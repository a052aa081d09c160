import { useState } from 'react';
import { failureText } from '../../api/errors.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUpdateTheme } from '../commands.ts';
import { profileTexts } from '../texts.ts';
import { PresetColors } from './PresetColors.tsx';
import { readColor, sameColor } from './presets.ts';

const texts = profileTexts.organization.themeColor;

/** The organisation's theme colour: a preset or any hex colour. */
export function ThemeColor({ current }: { current: string }) {
  const update = useUpdateTheme();
  /** Null while the user is not typing; the field then shows the current colour. */
  const [typed, setTyped] = useState<string | null>(null);
  const read = readColor(typed ?? current, current);

  function paint(color: string) {
    setTyped(null);
    if (sameColor(color, current)) return;
    update(color).then(
      ({ message }) => toast.success(message ?? texts.saved),
      (error) => toast.error(failureText(error, texts.failed)),
    );
  }

  return (
    <Panel title={texts.title}>
      <div className="flex flex-col gap-4">
        <PresetColors current={current} onChoose={paint} />
        <form
          noValidate
          className="flex items-start gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (read.kind === 'new') paint(read.color);
          }}
        >
          <Field
            label={texts.custom}
            className="flex-1"
            error={read.kind === 'wrong' ? read.text : undefined}
          >
            <Input
              value={typed ?? current}
              onChange={(event) => setTyped(event.target.value)}
              spellCheck={false}
              autoComplete="off"
              className="font-mono"
            />
          </Field>
          <span
            aria-hidden
            className="mt-6 size-8 shrink-0 rounded-ui border border-line-strong max-md:size-11"
            style={{ backgroundColor: read.kind === 'new' ? read.color : current }}
          />
          <Button type="submit" variant="primary" disabled={read.kind !== 'new'} className="mt-6">
            {texts.apply}
          </Button>
        </form>
        <p className="text-sm text-muted">{texts.explanation}</p>
      </div>
    </Panel>
  );
}
