import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { CallError, errorText, failureText, fieldErrorsOf, isStopped } from '../../api/errors.ts';
import { BatchActions } from '../../batches/BatchActions.tsx';
import { BatchProgress } from '../../batches/BatchProgress.tsx';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { leadNavigationTexts } from '../texts/navigation.ts';
import { leadUploadTexts } from '../texts/upload.tsx';
import { FieldGuide } from './FieldGuide.tsx';
import { FileDrop } from './FileDrop.tsx';
import { OfferPicker } from './OfferPicker.tsx';
import { OperatorPicker } from './OperatorPicker.tsx';
import { Preview } from './Preview.tsx';
import { ResultPanel } from './ResultPanel.tsx';
import { Summary } from './Summary.tsx';
import { sharesText } from './state.ts';
import { UploadActions } from './UploadActions.tsx';
import { useUpload } from './useUpload.ts';

const texts = leadUploadTexts;

/** Uploads leads from a spreadsheet: choose, check, review, then start or discard. */
export function UploadPage() {
  useTitle(leadNavigationTexts.uploadLeads);
  const [guide, setGuide] = useState(false);
  const upload = useUpload();
  const { state, setState, offer, shares, outcome, preview, shown, file, failure } = upload;
  const busy = upload.check.isPending || upload.start.isPending;
  const fileProblem = fieldErrorsOf(failure)['file'] ?? null;

  return (
    <Page>
      <PageHeader
        title={leadNavigationTexts.uploadLeads}
        subtitle={texts.subtitle}
        actions={
          <ActionButton
            label={guide ? texts.hideGuide : texts.showGuide}
            group={texts.group}
            action="field-guide"
            icon={BookOpen}
            aria-expanded={guide}
            onClick={() => setGuide(!guide)}
          />
        }
      />
      {guide && <FieldGuide />}
      {failure && fileProblem === null && !isStopped(failure) && (
        <Alert tone="bad" text={whyFailed(failure)} />
      )}
      {state.batch !== '' && shown.isPending && <SkeletonLines count={4} />}
      {state.batch !== '' && shown.isError && (
        <ErrorState text={errorText(shown.error)} onRetry={() => void shown.refetch()} />
      )}
      {outcome?.kind === 'running' && (
        <Panel title={outcome.batch.title}>
          <div className="flex flex-col gap-4">
            <BatchProgress batch={outcome.batch} />
            <p className="text-muted">{texts.running}</p>
            <BatchActions batch={outcome.batch} />
          </div>
        </Panel>
      )}
      {(outcome?.kind === 'saved' || outcome?.kind === 'failed') && (
        <ResultPanel outcome={outcome} onAnother={upload.another} />
      )}
      {(outcome === null || preview) && (
        <div className="grid items-start gap-3 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-3">
            <Panel title={texts.file.title}>
              <FileDrop
                chosen={file ?? preview?.file ?? null}
                error={upload.fileError ?? fileProblem}
                disabled={busy}
                onChoose={upload.choose}
              />
            </Panel>
            <Panel title={texts.offer.title}>
              <OfferPicker state={state} offer={offer} onChange={setState} disabled={busy} />
            </Panel>
          </div>
          <div className="flex min-w-0 flex-col gap-3">
            <Panel title={texts.operators.title}>
              <OperatorPicker
                shares={shares}
                onChange={(next) => setState({ users: sharesText(next) })}
                leads={preview?.newLeads ?? null}
                disabled={busy}
              />
            </Panel>
            <Panel title={texts.summary.title}>
              <div className="flex flex-col gap-4">
                <Summary
                  fileName={file?.name ?? preview?.file.name ?? null}
                  price={state.price}
                  offer={offer}
                  shares={shares}
                  preview={preview}
                />
                <UploadActions upload={upload} />
              </div>
            </Panel>
          </div>
        </div>
      )}
      {preview && !file && (
        <Preview
          preview={preview}
          changes={upload.changes}
          onMap={upload.setChanges}
          dateOrder={state.dates}
          onDateOrder={(dates) => setState({ dates })}
          disabled={busy}
        />
      )}
    </Page>
  );
}

/** The server's message with the error of the first named field. */
function whyFailed(error: unknown): string {
  if (error instanceof CallError && error.failure.kind === 'unreachable') return error.message;
  const [field] = Object.entries(fieldErrorsOf(error));
  const text = failureText(error, texts.failed);
  return field ? `${text}: ${field[1]}` : text;
}
