import { ActionButton } from '../../keys/ActionButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { leadUploadTexts } from '../texts/upload.tsx';
import type { useUpload } from './useUpload.ts';

const texts = leadUploadTexts.actions;

/** The next step: check the file, start the upload, or discard it. */
export function UploadActions({ upload }: { upload: ReturnType<typeof useUpload> }) {
  const { file, preview, outdated, check, start, sent } = upload;
  const missing = missingIn(upload);

  if (sent !== null)
    return (
      <div className="flex flex-col gap-2">
        <Progress label={texts.sending} percent={Math.floor(sent * 100)} />
        <div className="flex items-center justify-between gap-2">
          <p role="status" className="text-muted tabular-nums">
            {sent < 1 ? texts.sent(Math.floor(sent * 100)) : texts.reading}
          </p>
          {sent < 1 && (
            <Button size="sm" onClick={upload.stopSending}>
              {texts.stop}
            </Button>
          )}
        </div>
      </div>
    );

  if (preview && !file && !outdated)
    return (
      <div className="flex flex-wrap gap-2">
        <ActionButton
          label={texts.upload(preview.newLeads)}
          group={leadUploadTexts.group}
          action="continue-upload"
          variant="primary"
          disabled={preview.newLeads === 0 || preview.dates.kind === 'ambiguous'}
          busy={start.isPending}
          onClick={() => start.mutate()}
        />
        <Button disabled={start.isPending} onClick={upload.another}>
          {texts.discard}
        </Button>
        {preview.dates.kind === 'ambiguous' && (
          <p className="w-full text-sm text-muted">{texts.chooseDateOrder}</p>
        )}
      </div>
    );

  return (
    <div className="flex flex-wrap items-center gap-2">
      <ActionButton
        label={preview && !file ? texts.checkAgain : texts.check}
        group={leadUploadTexts.group}
        action="continue-upload"
        variant="primary"
        disabled={missing !== null}
        busy={check.isPending}
        onClick={() => check.mutate()}
      />
      {preview && !file && (
        <Button disabled={check.isPending} onClick={upload.another}>
          {texts.discard}
        </Button>
      )}
      <p className="text-sm text-muted">
        {missing ?? (preview && !file ? texts.outdated : texts.savesNothing)}
      </p>
    </div>
  );
}

/** Says what is missing for the next step; null when nothing is. */
function missingIn({ state, file, preview }: ReturnType<typeof useUpload>): string | null {
  if (!file && !preview) return texts.chooseFile;
  return state.offer === '' ? texts.chooseOffer : null;
}
