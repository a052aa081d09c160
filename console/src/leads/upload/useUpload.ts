import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { offerDetail } from '../../offers/queries.ts';
import { type Mapping, mappingOf } from './ColumnMap.tsx';
import { type Asking, bodyOf } from './calls.ts';
import { whyNotSent } from './fileText.ts';
import { sharesIn, terms } from './state.ts';
import { useCheck } from './useCheck.ts';
import { useShownBatch } from './useShownBatch.ts';
import { useStart } from './useStart.ts';
import { useUploadForm } from './useUploadForm.ts';

/** One upload from choosing a file to its result. The URL holds everything except an unsent file. */
export function useUpload() {
  const { _id: user } = useCurrentUser();
  const { state, setState, showBatch, forgetFile } = useUploadForm();
  const { shown, outcome, preview, keep } = useShownBatch(state.batch);
  const [file, setFile] = useState<File | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const [changes, setChanges] = useState<Mapping>({});
  const offer = useQuery({ ...offerDetail(state.offer), enabled: state.offer !== '' }).data?.data.offer;

  const asking: Asking = {
    user,
    fileId: preview?.fileId ?? null,
    body: bodyOf(state, mappingOf(preview?.columns ?? [], changes)),
  };
  const { check, sent, stopSending } = useCheck({
    file,
    asking,
    onChecked(checked) {
      showBatch(keep(checked), terms(state));
      setChanges({});
      setFile(null);
    },
  });
  const start = useStart(asking, { onStarted: (started) => showBatch(keep(started), '') });

  function resetCalls() {
    check.reset();
    start.reset();
  }

  return {
    state,
    setState,
    /** The chosen offer; undefined until it is read, and when it has been deactivated or deleted. */
    offer: offer?.isActive ? offer : undefined,
    shares: sharesIn(state.users),
    file,
    fileError,
    choose(next: File) {
      const why = whyNotSent(next);
      setFileError(why);
      resetCalls();
      if (why !== null) return;
      setFile(next);
      setChanges({});
      forgetFile({ replace: true });
    },
    changes,
    setChanges,
    sent,
    stopSending,
    check,
    start,
    /** Of the last step: an error of the one before it is over. */
    failure: (check.submittedAt > start.submittedAt ? check : start).error,
    shown,
    outcome,
    preview,
    /** The preview belongs to other terms or other columns than the current ones. */
    outdated: preview !== null && (terms(state) !== state.checked || Object.keys(changes).length > 0),
    /** Discards the shown file to choose another one. */
    another() {
      resetCalls();
      setFile(null);
      setFileError(null);
      setChanges({});
      forgetFile();
    },
  };
}
