import { ActionButton } from '../../keys/ActionButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { leadsText } from '../labels.ts';
import type { useUpload } from './useUpload.ts';

/** The next step: check the file, start the upload, or discard it. */
export function UploadActions({ upload }: { upload: ReturnType<typeof useUpload> }) {
  const { state, file, preview, outdated, check, start, sent } = upload;
  const missing = !file && !preview ? 'Choose a file first.' : state.offer === '' ? 'Choose an offer.' : null;

  if (sent !== null)
    return (
      <div className="flex flex-col gap-2">
        <Progress label="Sending the file" percent={Math.floor(sent * 100)} />
        <div className="flex items-center justify-between gap-2">
          <p role="status" className="text-muted tabular-nums">
            {sent < 1 ? `Sending: ${Math.floor(sent * 100)} %` : 'Sent. Reading it …'}
          </p>
          {sent < 1 && (
            <Button size="sm" onClick={upload.stopSending}>
              Stop
            </Button>
          )}
        </div>
      </div>
    );

  if (preview && !file && !outdated)
    return (
      <div className="flex flex-wrap gap-2">
        <ActionButton
          label={`Upload ${leadsText(preview.newLeads)}`}
          group="Upload"
          action="continue-upload"
          variant="primary"
          disabled={preview.newLeads === 0 || preview.dates.kind === 'ambiguous'}
          busy={start.isPending}
          onClick={() => start.mutate()}
        />
        <Button disabled={start.isPending} onClick={upload.another}>
          Leave it
        </Button>
        {preview.dates.kind === 'ambiguous' && (
          <p className="w-full text-sm text-muted">Choose the order of day and month below first.</p>
        )}
      </div>
    );

  return (
    <div className="flex flex-wrap items-center gap-2">
      <ActionButton
        label={preview && !file ? 'Check again' : 'Check file'}
        group="Upload"
        action="continue-upload"
        variant="primary"
        disabled={missing !== null}
        busy={check.isPending}
        onClick={() => check.mutate()}
      />
      {preview && !file && (
        <Button disabled={check.isPending} onClick={upload.another}>
          Leave it
        </Button>
      )}
      <p className="text-sm text-muted">
        {missing ??
          (preview && !file ? 'What you changed changes what will be saved.' : 'Nothing is saved by it.')}
      </p>
    </div>
  );
}
