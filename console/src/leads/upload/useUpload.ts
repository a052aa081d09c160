import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import { mayRecover } from '../../api/errors.ts';
import { refresh } from '../../api/read.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { type Mapping, mappingOf } from './ColumnMap.tsx';
import { askUpload, type Outcome, sendFile, uploadOutcome } from './calls.ts';
import { whyNotSent } from './fileText.ts';
import { sharesIn, terms, type UploadState, uploadState } from './state.ts';

/** What takes longer is shown with its progress. */
const WAIT_SECONDS = 1.5;

/** One upload from the choice of a file to its result. All but a file that was not sent yet is in the address. */
export function useUpload() {
  const queryClient = useQueryClient();
  const [address, setAddress] = useUrlState(uploadState);
  // Typed faster than an address changes: the address follows, and is what a reload begins with.
  const [form, setForm] = useState<Form>(() => formIn(address));
  const state = { ...address, ...form };
  const [file, setFile] = useState<File | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const [changes, setChanges] = useState<Mapping>({});
  const [sent, setSent] = useState<number | null>(null);
  const stop = useRef(new AbortController());

  const shown = useQuery({ ...uploadOutcome(state.batch), enabled: state.batch !== '' });
  const outcome = state.batch === '' ? null : (shown.data ?? null);
  const preview = outcome?.kind === 'preview' ? outcome : null;
  const shares = sharesIn(state.users);
  const mapping = mappingOf(preview?.columns ?? [], changes);
  const body = {
    offer: { offerId: state.offer, useOfferPrice: state.price === 'offer' },
    users: [...shares],
    mapping,
    wait: WAIT_SECONDS,
  };

  function show(next: Outcome, checked: string) {
    const batch = next.kind === 'running' ? next.batch._id : next.batchId;
    queryClient.setQueryData(uploadOutcome(batch).queryKey, next);
    setAddress({ ...form, batch, checked });
  }

  function setState(patch: Partial<Form>) {
    const next = { ...form, ...patch };
    setForm(next);
    setAddress(next, { replace: true });
  }

  const check = useMutation({
    mutationFn: async () => {
      if (!file)
        return askUpload({ ...body, ...inPlaceOf(preview) }, { preview: true, idempotencyKey: uuid() });
      stop.current = new AbortController();
      setSent(0);
      return sendFile({ file, body, onProgress: setSent, signal: stop.current.signal });
    },
    onSuccess: (next) => {
      show(next, terms(state));
      setChanges({});
      setFile(null);
    },
    onSettled: () => setSent(null),
  });

  // A key for each start, kept for its retries: what was sent twice is saved once.
  const key = useRef(uuid());
  const start = useMutation({
    mutationFn: () =>
      askUpload({ ...body, ...inPlaceOf(preview) }, { preview: false, idempotencyKey: key.current }),
    retry: (failures, error) => failures < 2 && mayRecover(error),
    onSuccess: (next) => {
      key.current = uuid();
      show(next, '');
      void refresh(queryClient, ['leads', 'batches']);
    },
  });

  return {
    state,
    setState,
    shares,
    file,
    fileError,
    choose(next: File) {
      const why = whyNotSent(next);
      setFileError(why);
      check.reset();
      start.reset();
      if (why !== null) return;
      setFile(next);
      setChanges({});
      setAddress({ batch: '', checked: '' }, { replace: true });
    },
    changes,
    setChanges,
    /** From 0 to 1 while the file is on its way. */
    sent,
    stopSending: () => stop.current.abort(new DOMException('Stopped', 'AbortError')),
    check,
    start,
    shown,
    outcome,
    preview,
    /** The preview is of other terms or other columns than are chosen now. */
    outdated: preview !== null && (terms(state) !== state.checked || Object.keys(changes).length > 0),
    /** Leaves what is shown, for another file. */
    another() {
      check.reset();
      start.reset();
      setFile(null);
      setFileError(null);
      setChanges({});
      setAddress({ batch: '', checked: '' });
    },
  };
}

/** What is chosen on the page, whatever it shows. */
type Form = Pick<UploadState, 'offer' | 'price' | 'users'>;
const formIn = ({ offer, price, users }: UploadState): Form => ({ offer, price, users });

/** The file that was sent before. */
const inPlaceOf = (preview: { fileId: string } | null) => (preview ? { fileId: preview.fileId } : {});
